import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Counter } from "#lib/verdict/counter.ts";
import { hidingRules, isHidden } from "#lib/policies/hiding-rules.ts";
import { judge } from "#lib/policies/judge.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import recipients from "./recipients.ts";

const folder = import.meta.dirname;

function policyIn(file: string) {
  const read = parsePolicyFile(readFileSync(path.join(folder, file), "utf8"), { serverIds: ["shop"] });
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

type Over = Parameters<typeof callToJudge>[0];

function judged(file: string, name: string, args: JsonObject, over: Over = {}, counts?: (counter: Counter) => number) {
  const call = callToJudge({ ...over, arguments: args, tool: { name, ...over?.tool } });
  return judge(policyIn(file), call, counts ? { counts } : {});
}

const verdictOf = async (...of: Parameters<typeof judged>) => (await judged(...of)).verdict;

test("S2.11: the list of names asks, everything else of its server runs, and other servers keep the default", async () => {
  expect(await verdictOf("name-list.yaml", "get_order", {})).toBe("allow");
  expect(await judged("name-list.yaml", "process_refund", {})).toMatchObject({
    verdict: "ask",
    ruleId: "rule:named-tools-ask",
    reason: "Refunds, cancellations and messages ask.",
  });
  expect(await verdictOf("name-list.yaml", "send_mail", {})).toBe("ask");
  expect(await verdictOf("name-list.yaml", "get_order", {}, { server: { id: "other" } })).toBe("ask");
});

test("S2.11, row 10, row 15: up to 10,000 runs; above it, without an amount and with one that is none a person is asked", async () => {
  const refund = (args: JsonObject) => judged("amount.yaml", "process_refund", args);
  expect(await refund({ amount: 10_000 })).toMatchObject({ verdict: "allow", ruleId: "rule:small-refunds" });
  expect(await refund({ amount: 10_000.5 })).toMatchObject({ verdict: "ask", reason: "Refunds above 10,000 ask." });
  for (const amount of ["5", null, {}, [5], true]) expect((await refund({ amount })).verdict).toBe("ask");
  expect((await refund({})).verdict).toBe("ask");
});

test("S2.11: by role and by name of the person, and by who calls", async () => {
  const cancel = (person: Partial<CallToJudge["person"]>, risk: 1 | 3 = 3) =>
    verdictOf("role.yaml", "cancel_order", {}, { person, tool: { risk } });
  expect(await cancel({ role: "owner", email: "o@example.com" })).toBe("allow");
  expect(await cancel({ role: "reviewer", email: "r@example.com" })).toBe("ask");
  expect(await cancel({ role: "reviewer", email: "ANA@example.com" })).toBe("allow");
  expect(await cancel({ role: "member", email: "ana@example.com" })).toBe("ask");
  expect(await cancel({ role: "member", email: "ana@example.com" }, 1)).toBe("allow");
  expect(await cancel({ role: "reviewer", email: null })).toBe("ask");
  const refund = (caller: CallToJudge["caller"]) => verdictOf("role.yaml", "process_refund", {}, { caller });
  expect(await refund("agent:researcher")).toBe("deny");
  expect(await refund("chat")).toBe("ask");
});

test("S3.11: what is blacklisted is refused in these words, which the model reads too", async () => {
  for (const name of ["deleteAccount", "dropDatabase"]) {
    const verdict = await judged("blacklist.yaml", name, {}, { tool: { flag: "never" } });
    const reason = `Tool '${name}' is not allowed in this environment.`;
    expect(verdict).toMatchObject({ verdict: "deny", ruleId: "rule:not-here", reason });
    expect(messageToModel({ kind: "denied-by-policy", reason: verdict.reason })).toContain(reason);
  }
  expect(await verdictOf("blacklist.yaml", "deleteaccount", {})).toBe("ask");
});

test("S3.13, row 16: conditions of one rule are joined by any and all", async () => {
  const refund = (args: JsonObject) => verdictOf("composite.yaml", "process_refund", args);
  const usual = { amount: 60, currency: "EUR", reason: "broken" };
  expect(await refund(usual)).toBe("allow");
  expect(await refund({ ...usual, amount: 501 })).toBe("ask");
  expect(await refund({ ...usual, currency: "USD" })).toBe("ask");
  expect(await refund({ amount: 60, currency: "EUR" })).toBe("ask");
  expect(await refund({ amount: 50, currency: "EUR" })).toBe("allow");
  // One that holds is enough; otherwise one that cannot be decided asks.
  expect(await refund({ currency: "USD" })).toBe("ask");
  expect(await refund({ currency: "EUR", reason: "broken" })).toBe("ask");
});

test("S1.8: names that begin like reading run, and a claim to destroy is believed", async () => {
  for (const name of ["get_order", "list_orders", "search_orders"]) {
    expect(await verdictOf("read-only-prefix.yaml", name, {})).toBe("allow");
  }
  for (const name of ["getorder", "forget_order", "Get_order"]) {
    expect(await verdictOf("read-only-prefix.yaml", name, {})).toBe("ask");
  }
  const claims = { tool: { annotations: { destructiveHint: true } } };
  expect(await verdictOf("read-only-prefix.yaml", "get_order", {}, claims)).toBe("deny");
});

test("S1.8, row 15: a day's budget is used up by sums and by calls; beyond it, and when nobody can tell, a person is asked", async () => {
  const given = (spent: number, day: number, chat: number) => (counter: Counter) =>
    counter.sumOf === "amount" ? spent : counter.span === "day" ? day : chat;
  const refund = (args: JsonObject, counts?: (counter: Counter) => number) =>
    judged("daily-budget.yaml", "process_refund", args, {}, counts);
  expect(await refund({ amount: 100 }, given(900, 19, 4))).toMatchObject({ verdict: "allow" });
  expect(await refund({ amount: 100.01 }, given(900, 0, 0))).toMatchObject({
    verdict: "ask",
    ruleId: "rule:over-budget",
    reason: "Refunds of more than 1,000 a day ask.",
  });
  expect((await refund({ amount: 1 }, given(0, 20, 0))).verdict).toBe("ask");
  expect((await refund({ amount: 1 }, given(0, 0, 5))).verdict).toBe("ask");
  expect((await refund({}, given(0, 0, 0))).verdict).toBe("ask");
  expect((await refund({ amount: 1 })).verdict).toBe("ask");
});

test("row 14: a hidden tool is refused too, to everybody or to agents only", async () => {
  expect(await judged("out-of-sight.yaml", "send_mail", {})).toMatchObject({ verdict: "deny", ruleId: "rule:no-mail" });
  expect(await verdictOf("out-of-sight.yaml", "cancel_order", {})).toBe("ask");
  expect(await verdictOf("out-of-sight.yaml", "cancel_order", {}, { caller: "agent:helper" })).toBe("deny");
  const hiding = hidingRules(policyIn("out-of-sight.yaml"));
  expect(isHidden(hiding, callToJudge({ tool: { name: "cancel_order" } }))).toBe(false);
  expect(isHidden(hiding, callToJudge({ tool: { name: "cancel_order" }, caller: "agent:helper" }))).toBe(true);
});

test("S1.8, S2.12: the policy in code asks about mail that leaves, and refuses what it cannot read", async () => {
  const policy = toolApprovalPolicy.custom(recipients, "policies/recipients.ts");
  const send = (to: JsonObject[string], name = "send_mail") =>
    judge(policy, callToJudge({ tool: { name }, arguments: { to } }));
  expect((await send(["ana@example.com", "Ben@EXAMPLE.com"])).verdict).toBe("allow");
  expect(await send(["ana@example.com", "eve@example.com.evil.test"])).toEqual({
    verdict: "ask",
    ruleId: "policy:policies/recipients.ts",
    reason: "This message leaves the company.",
    metadata: { foreign: 1 },
  });
  expect((await send("ana@example.com")).verdict).toBe("deny");
  expect((await send("x", "get_order")).verdict).toBe("allow");
});

test("every example is a policy that is understood, and stands in docs/policies.md word for word", () => {
  const docs = readFileSync(path.join(folder, "../../docs/policies.md"), "utf8");
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  expect(files).toHaveLength(8);
  for (const file of files) {
    expect(policyIn(file).kind).toBe("rules");
    expect(docs, file).toContain(readFileSync(path.join(folder, file), "utf8").trim());
  }
  expect(docs).toContain(readFileSync(path.join(folder, "recipients.ts"), "utf8").trim());
});
