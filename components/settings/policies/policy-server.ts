import { refusalIn, refusalOf, request } from "#components/browser/request.ts";
import { rewordInTab, sayInTab } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { Foreseen } from "#lib/policies/changes/foreseen.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Rehearsal, RuleRehearsal } from "#lib/policies/changes/rehearsal.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";

export type TriedRule = {
  id: string;
  verdict: Verdict["verdict"];
  words: string;
  rehearsal: RuleRehearsal;
  ofOwnCalls: boolean;
};

/** What was done, or why not, in words. */
export type Done<Result> = { result: Result } | { problem: string };

async function send<Result>(method: string, path: string, body?: unknown): Promise<Done<Result>> {
  const response = await request(method, path, body).catch(() => null);
  if (response === null) return { problem: sayInTab(policyWords)("theServerCouldNotBe") };
  if (!response.ok) return { problem: await problemOf(response) };
  return { result: (response.status === 204 ? null : await response.json()) as Result };
}

/** The errors of a text by their lines, where the server names any. */
async function problemOf(response: Response): Promise<string> {
  if (response.status !== 422) return refusalOf(response);
  const { fields = {} } = await refusalIn(response);
  return fields["rule"] ?? sayInTab(policyWords)("theRuleHasErrors");
}

type AskedOf = { tool: string; arguments: JsonObject; caller: string };

/** What would become of a call; or what is wrong with which of its arguments. */
async function willItAsk(asked: AskedOf): Promise<Done<Foreseen> | { fields: FieldProblem[] }> {
  const response = await request("POST", "/api/policy/will-it-ask", asked).catch(() => null);
  if (response === null) return { problem: sayInTab(policyWords)("theServerCouldNotBe") };
  if (response.ok) return { result: (await response.json()) as Foreseen };
  if (response.status !== 422) return { problem: await refusalOf(response) };
  const { fields = {} } = await refusalIn(response);
  return { fields: Object.entries(fields).map(([path, message]) => ({ path, message: rewordInTab(message) })) };
}

export const policyServer = {
  willItAsk,
  tryRule: (rule: string) => send<TriedRule>("POST", "/api/policy/rehearsal", { rule }),
  tryWaiting: (hash: string) => send<{ rehearsal: Rehearsal }>("POST", "/api/policy/rehearsal", { hash }),
  saveRule: (rule: string) => send<{ id: string }>("POST", "/api/policy/rules", { rule }),
  removeRule: (id: string) => send<null>("DELETE", `/api/policy/rules/${encodeURIComponent(id)}`),
  settle: (hash: string, action: "confirm" | "keep") => send<unknown>("POST", "/api/policy/waiting", { hash, action }),
  setShadow: (on: boolean) => send<unknown>("PUT", "/api/policy/shadow", { on }),
  dismiss: (key: string, tool: string) => send<unknown>("POST", "/api/policy/suggestions", { key, tool }),
};
