import { z } from "zod";
import { parseCondition } from "#lib/policies/conditions/condition.ts";
import type { Rule } from "#lib/policies/rule.ts";

const names = z.array(z.string().min(1).max(200)).max(500);

/**
 * The lists of tools that an admin sets as a whole (S2.18). Names may have `*` in them. A call of a listed tool that has
 * `dryRun: true` in its arguments is exempt, where the tool is known to heed it.
 */
export const toolListsShape = z.strictObject({
  /** Tools that ask. */
  writeToolNames: names.default([]),
  /** Tools that are refused. */
  deniedToolNames: names.default([]),
  /** Tools of both lists that only try when `dryRun` is true. */
  dryRunToolNames: names.default([]),
  /** Callers for whom the tools that ask are refused: `chat`, `agent:<name>` or `gateway:<client>`. */
  denyWriteChannels: names.default([]),
});

export type ToolLists = z.infer<typeof toolListsShape>;

/** Decided whatever it is: what is no `true` is no dry run, and leaves a refusal a refusal. */
const notDry = "!(has(args.dryRun) && type(args.dryRun) == bool && args.dryRun)";

/** The lists as rules. An exempt call is not allowed by that: it is judged as if its tool were not listed. */
export function rulesOfToolLists(lists: ToolLists): Rule[] {
  const { writeToolNames, deniedToolNames, denyWriteChannels } = lists;
  const channels: Partial<Rule> = { callers: denyWriteChannels };
  return [
    ...rulesFor(writeToolNames, lists, { id: "tool-lists:write", verdict: "ask", reason: asks }),
    ...rulesFor(deniedToolNames, lists, { id: "tool-lists:denied", verdict: "deny", reason: refused }),
    ...(denyWriteChannels.length === 0
      ? []
      : rulesFor(writeToolNames, lists, { id: "tool-lists:channel", verdict: "deny", reason: elsewhere }, channels)),
  ];
}

const asks = "{toolName} is on the list of tools that ask.";
const refused = "{toolName} is on the list of tools that are refused.";
const elsewhere = "{toolName} is on the list of tools that are refused from here.";

function rulesFor(
  listed: string[],
  { dryRunToolNames }: ToolLists,
  rule: Pick<Rule, "id" | "verdict" | "reason">,
  match: Partial<Rule> = {},
): Rule[] {
  const exempt = listed.filter((name) => dryRunToolNames.includes(name));
  const others = listed.filter((name) => !dryRunToolNames.includes(name));
  const when = parseCondition(notDry);
  if ("problem" in when) throw new Error(`The condition of dry runs is wrong: ${when.problem}`);
  return [
    ...(others.length > 0 ? [{ ...anyCall, ...rule, ...match, tools: others }] : []),
    ...(exempt.length > 0 ? [{ ...anyCall, ...rule, ...match, id: `${rule.id}-unless-dry`, tools: exempt, when }] : []),
  ];
}

const anyCall = {
  server: null,
  annotations: {},
  risks: null,
  callers: null,
  users: null,
  roles: null,
  when: null,
  hides: false,
};
