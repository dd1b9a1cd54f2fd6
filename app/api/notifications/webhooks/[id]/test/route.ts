import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

/** Sends one message now; says whether it arrived, and if not, why. */
export const POST = guard({ may: "manage-webhooks" }, async ({ params }) => {
  const tried = await services().notifications.testWebhook(params["id"] ?? "");
  return tried === null ? problem("not-found", "There is no such webhook any more.") : Response.json(tried);
});
