import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import { suggestions } from "#lib/server/policies/suggestions.ts";
import { plan, playDay, type Prepared } from "./play-day.ts";

const policy = toolApprovalPolicy.annotated();
const readme = readFileSync(path.join(import.meta.dirname, "README.md"), "utf8");

/** The row of the README's table that begins with these words. */
function written(row: string): number {
  return Number(new RegExp(`^\\| ${row} \\|[^|]*?(\\d+)`, "m").exec(readme)?.[1]);
}

async function promptsOf(prepared: Prepared): Promise<number> {
  const { prompts, letThrough, refusedAnyway } = await playDay(prepared);
  expect({ letThrough, refusedAnyway }).toEqual({ letThrough: [], refusedAnyway: [] });
  return prompts;
}

test("A11: on a day of 500 calls a person with grants is asked a fifth as often, and nothing runs that they decline", async () => {
  expect([plan.length, plan.filter(({ declined }) => declined !== undefined).length]).toEqual([500, 27]);
  const first = await playDay({ policy, trusted: false, grants: false });
  expect([first.letThrough, first.refusedAnyway, first.prompts]).toEqual([[], [], written("As shipped")]);
  const rules = (await suggestions(first.world.store, policy)).map(({ text }) => {
    const parsed = parseRule(text);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    return parsed.rule;
  });
  const suggested = withRules(policy, rules);
  const granted = await promptsOf({ policy: suggested, trusted: true, grants: true });
  expect(granted).toBe(written("With all of that, and grants"));
  expect(first.prompts / granted).toBeGreaterThan(5);
  if (!inject("thorough")) return;
  const prompts = [
    await promptsOf({ policy: suggested, trusted: false, grants: false }),
    await promptsOf({ policy, trusted: true, grants: false }),
  ];
  expect(prompts).toEqual([
    written("With the rules that the app suggests after such a day"),
    written("With servers that are trusted"),
  ]);
});
