import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({
  /** SHA-256 of the text that was shown. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  action: z.enum(["confirm", "keep"]),
});

/** Puts the waiting policy file in force, or keeps the former text. Only the text that was shown counts. */
export const POST = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: { hash, action } }) => {
  const settled = await services().policies[action]({ personId: person.id, hash });
  if (settled === "settled") return Response.json({ success: true });
  if (settled === "forbidden") return problem("forbidden", "Only an owner confirms what lets more run than before.");
  return problem("conflict", "The file has changed since this was shown. Look at it again.");
});
