import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Sends one message now, and says whether it arrived or why not. */
export const POST = guard({ may: "manage-webhooks" }, async ({ params }) => {
  const tried = await services().notifications.testWebhook(params["id"] ?? "");
  return tried === null ? problem("not-found", "There is no such webhook any more.") : Response.json(tried);
});
