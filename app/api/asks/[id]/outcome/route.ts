import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ outcome: z.enum(["done", "failed"]) });

/** Takes what an agent says of a call that it was let make. Nobody checks it. */
export const POST = guard(
  {
    body,
    scope: "asks",
    keyOnly: true,
    summary: "Report what became of a call that was allowed",
    replies: {
      200: {
        says: "Whether it is on the record now; not where it was before, or nothing was allowed",
        json: "Reported",
      },
    },
  },
  async ({ key, params, body: { outcome } }) => {
    // The route lets nobody in without a key.
    if (key === null) throw new Error("An ask came without a key.");
    return Response.json({ reported: await services().asks.report(key, params["id"] ?? "", outcome) });
  },
);
