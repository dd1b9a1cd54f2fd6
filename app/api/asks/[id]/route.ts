import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Waits on for the answer to an ask of the same key. */
export const GET = guard(
  {
    scope: "asks",
    keyOnly: true,
    summary: "Wait on for the answer to an ask",
    replies: {
      200: { says: "The answer, which is given once; only `allow` lets it run", json: "AskAnswer" },
    },
  },
  async ({ key, params, request }) => {
    // The route takes no caller without a key.
    if (key === null) throw new Error("An ask came without a key.");
    return Response.json(await services().asks.wait(key, params["id"] ?? "", request.signal));
  },
);
