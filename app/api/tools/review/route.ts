import { z } from "zod";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../answer-change.ts";
import { serverName, toolName } from "../names.ts";

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, "must be the fingerprint of the definition that was shown");
const body = z.strictObject({
  server: serverName,
  tools: z
    .array(z.strictObject({ tool: toolName.or(z.literal(instructionsName)), fingerprint }))
    .min(1)
    .max(500),
  answer: z.enum(["accept", "accept-asking", "reject"]).optional(),
});

/** Accepts or rejects definitions of tools, and instructions of servers under an empty name, each by the fingerprint under which it was shown. */
export const POST = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: asked }) =>
  answerChange(await services().tools.review({ person, ...asked })),
);
