import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

/** Stops the run of a chat and cancels its open approvals. */
export const POST = guard({ scope: "tools:call" }, async ({ person, params }) => {
  const outcome = await services().chats.stop(person.id, params["id"] ?? "");
  return outcome ? Response.json(outcome) : problem("not-found", "There is no such chat.");
});
