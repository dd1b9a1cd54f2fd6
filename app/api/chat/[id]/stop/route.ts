import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { cardsWait, refusedWhileAsked } from "../../../limits.ts";

/** Stops the run of a chat and cancels its open approvals; a program may not while there are any. */
export const POST = guard(
  {
    scope: "tools:call",
    summary: "Stop the answer in progress",
    replies: { 200: { says: "Whether there was one", json: "Stopped" }, 409: refusedWhileAsked },
  },
  async ({ person, key, params }) => {
    const outcome = await services().chats.stop(person.id, params["id"] ?? "", key !== null);
    if (outcome === "cards-wait") return cardsWait();
    return outcome ? Response.json(outcome) : problem("not-found", "There is no such chat.");
  },
);
