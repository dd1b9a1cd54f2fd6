import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Sends one message now; says whether it arrived, and if not, why. */
export const POST = guard({ may: "manage-webhooks" }, async ({ params }) => {
  const tried = await services().notifications.testWebhook(params["id"] ?? "");
  return tried === null ? problem("not-found", "There is no such webhook any more.") : Response.json(tried);
});
