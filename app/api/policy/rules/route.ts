import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { mostAddedRules } from "#lib/server/policies/change-policy.ts";
import { fieldsOf, ruleText } from "../rule-text.ts";

const body = z.strictObject({ rule: ruleText });

/**
 * Adds a rule beside those of the file, in force at once. Only an owner may add one that allows, or whose words count.
 */
export const POST = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: { rule } }) => {
  const by = { personId: person.id };
  const added = await services().policies.change.addRule(by, rule);
  if (added === "forbidden") return problem("forbidden", "Only an owner adds rules that let calls run.");
  if (added === "taken") return problem("conflict", "There is a rule with this id. Choose another id.");
  if (added === "too-many")
    return problem("conflict", `There are ${mostAddedRules} rules of the app, the most there may be.`);
  if ("problems" in added) return problem("does-not-fit", "The rule has errors.", fieldsOf(added.problems));
  return Response.json({ id: added.rule.id }, { status: 201 });
});
