import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { fieldsOf, ruleText } from "../rule-text.ts";

const body = z.union([
  z.strictObject({ rule: ruleText, days: z.int().min(1).max(3_650).nullable().default(null) }),
  z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
]);

const dayMs = 24 * 60 * 60 * 1000;

/** What a rule, or the waiting file, would have done on the recorded calls. Changes nothing. */
export const POST = guard({ body, may: "manage-tools" }, async ({ person, body: asked }) => {
  const { policies } = services();
  const viewer = { personId: person.id, seesAll: person.role === "owner" };
  if ("hash" in asked) {
    const rehearsal = await policies.rehearseWaiting(viewer, asked.hash);
    if (rehearsal === null) return problem("not-found", "This is not what waits any more. Look again.");
    return Response.json({ rehearsal });
  }
  const tried = await policies.rehearseRule(viewer, asked.rule, asked.days === null ? null : asked.days * dayMs);
  if ("problems" in tried) return problem("does-not-fit", "The rule has errors.", fieldsOf(tried.problems));
  const { rule, ...found } = tried;
  return Response.json({ id: rule.id, verdict: rule.verdict, ...found });
});
