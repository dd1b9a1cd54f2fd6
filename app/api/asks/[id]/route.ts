import { guard } from "#lib/server/api/guard.ts";
import { answer, answerReplies } from "../answer.ts";

/** Waits on for the answer to an ask of the same key. */
export const GET = guard(
  {
    scope: "asks",
    keyOnly: true,
    summary: "Wait on for the answer to an ask",
    replies: answerReplies,
  },
  async ({ key, params, request }) => {
    // The route lets nobody in without a key.
    if (key === null) throw new Error("An ask came without a key.");
    return answer(key, params["id"] ?? "", request);
  },
);
