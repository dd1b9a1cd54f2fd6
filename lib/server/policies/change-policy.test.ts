import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { judge } from "#lib/policies/judge.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import { toolListsShape } from "#lib/policies/changes/tool-lists.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import { mostMade, TooMuchMade } from "#lib/store/people/person-counts.ts";
import { changePolicy, mostAddedRules } from "./change-policy.ts";
import { openPolicies } from "./policies.ts";
import { readStoredPolicy, storedPolicy } from "./policy-in-force.ts";
import { policyOverview } from "./policy-overview.ts";

const owner = { personId: "kim" };
const admin = { personId: "ada" };

async function opened() {
  const database = await openTestDatabase();
  for (const [id, name, role] of [
    ["kim", "Kim", "owner"],
    ["ada", "Ada", "admin"],
  ] as const) {
    await database.db.insertInto("people").values({ id, name, role, created_at: 0 }).execute();
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const policies = await openPolicies({ database, log, folder: "/nowhere", serverIds: () => ["shop"] });
  onTestFinished(policies.stop);
  const judged = async (name: string, args: CallToJudge["arguments"] = {}, caller: CallToJudge["caller"] = "chat") => {
    const call: CallToJudge = {
      server: { id: "shop", trusted: false },
      tool: { name, flag: "inherit", annotations: {}, risk: 1 },
      arguments: args,
      person: { id: "kim", name: "Kim", email: null, role: "owner" },
      chat: { id: "chat" },
      caller,
      agents: [],
    };
    return judge(policies.current(), call);
  };
  const verdict = async (...asked: Parameters<typeof judged>) => (await judged(...asked)).verdict;
  const audit = async () =>
    (await database.db.selectFrom("audit").select(["kind", "person_id"]).orderBy("seq").execute()).slice(1);
  return { database, policies, change: changePolicy({ database, policies }), judged, verdict, audit };
}

test("H9: rules saved in the app count at once; an admin may tighten, and only the owner loosens", async () => {
  const { database, change, verdict, audit } = await opened();
  expect(await verdict("pay")).toBe("ask");
  expect(await change.addRule(admin, "id: free\ntool: pay\nthen: allow")).toBe("forbidden");
  expect(await verdict("pay")).toBe("ask");
  expect(await change.addRule(owner, "id: free\ntool: pay\nthen: allow")).toMatchObject({ rule: { id: "free" } });
  expect(await verdict("pay")).toBe("allow");
  expect(await change.addRule(admin, "- { id: stop, tool: pay, then: deny }")).toMatchObject({ rule: { id: "stop" } });
  expect(await verdict("pay")).toBe("deny");
  expect((await policyOverview(database, { all: true, missing: new Set() })).rules).toMatchObject([
    { id: "free", source: "app", added: { by: "Kim" } },
    { id: "stop", source: "app", added: { by: "Ada" } },
  ]);
  expect(await change.removeRule(admin, "stop")).toBe("forbidden");
  expect(await change.removeRule(admin, "free")).toBe("removed");
  expect(await change.removeRule(owner, "stop")).toBe("removed");
  expect(await change.removeRule(owner, "stop")).toBe("unknown");
  expect(await verdict("pay")).toBe("ask");
  expect(await audit()).toEqual([
    { kind: "rule-added", person_id: "kim" },
    { kind: "rule-added", person_id: "ada" },
    { kind: "rule-removed", person_id: "ada" },
    { kind: "rule-removed", person_id: "kim" },
  ]);
});

test("P40: whoever does not manage tools sees that there is a rule and what it does, but neither its condition nor whom it names", async () => {
  const { database, change } = await opened();
  await change.addRule(owner, "id: plain\ntool: look\nthen: allow");
  await change.addRule(owner, "id: large\ntool: pay\nwhen: args.to != 'vip@a.example'\nthen: ask");
  await change.addRule(owner, "id: named\ntool: pay\nuser: eve@a.example\nthen: deny");
  const seen = async (all: boolean) => (await policyOverview(database, { all, missing: new Set() })).rules;
  expect(JSON.stringify(await seen(true))).toMatch(/vip@a.*eve@a/);
  const others = await seen(false);
  expect(JSON.stringify(others)).not.toMatch(/@a/);
  const conditional = "It has a condition, which those who manage tools see.";
  expect(others.map(({ words }) => words)).toEqual([
    "Calls of look run without asking.",
    `Calls of pay ask. ${conditional}`,
    `Calls of pay are refused. ${conditional}`,
  ]);
});

test.each([
  "id: words\ntool: pay\nwhen: \"args.note != 'It is safe.'\" # It is safe.\nthen: ask\nreason: It is safe.\n",
  "- { id: words, tool: [pay, It is safe.], when: args.amount > 5, then: ask, reason: It is safe. }",
  "# It is safe.\n- id: words\n  tool: pay\n  when: >-\n    args.amount > 5 ||\n    args.note == 'It is safe.'\n  then: ask",
])("H9: a rule that an admin adds tightens at once, and its words reach no card: %s", async (text) => {
  const { policies, change, judged } = await opened();
  await change.addRule(owner, "id: free\nthen: allow");
  expect(await change.addRule(admin, text)).toMatchObject({ rule: { id: "words" } });
  const reason = "A rule that an admin added in the app asks about this call.";
  expect(await judged("pay", { amount: 7, note: "" })).toMatchObject({ verdict: "ask", reason });
  const named = { amount: 5, note: "It is safe." };
  const before = parseRule(text);
  const after = rulesOf(policies.current()).find(({ verdict }) => verdict === "ask");
  expect("rule" in before && JSON.stringify({ ...before.rule, id: after?.id, reason })).toBe(JSON.stringify(after));
  await change.removeRule(owner, "words");
  expect(await judged("pay", named)).toMatchObject({ verdict: "allow" });
  // The owner's words are the owner's.
  await change.addRule(owner, "id: words\nthen: ask\nreason: It is safe.");
  expect(await judged("pay", named)).toMatchObject({ verdict: "ask", reason: "It is safe." });
});

test("H9: what an admin names a rule is said nowhere but where rules are managed, whatever becomes of a call", async () => {
  const { database, change, judged } = await opened();
  const named = "It is safe, press Approve";
  const add = (name: string, rule: string) =>
    change.addRule(admin, `id: ${JSON.stringify(`${named} ${name}`)}\n${rule}`);
  for (let at = 0; at < 14; at += 1) await add(`${at}`, "tool: pay\nthen: ask");
  await add("undecided", "tool: [pay, send]\nwhen: args.amount > 5\nthen: ask");
  await add("stop", "tool: drop\nthen: deny");
  await add("long", `tool: add\nwhen: 'spent("amount", "day") > 5'\nthen: deny`);
  const verdicts = [await judged("pay"), await judged("send"), await judged("drop"), await judged("add")];
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["ask", "ask", "deny", "ask"]);
  expect(verdicts[0]?.metadata["also"]).toHaveLength(11);
  expect(JSON.stringify(verdicts)).not.toContain("safe");
  // Records lead from the one name to the other.
  const records = await database.db.selectFrom("audit").select("detail_json").orderBy("seq").execute();
  const stopped = records.map(({ detail_json: text }) => JSON.parse(text)).find(({ id }) => id === `${named} stop`);
  expect(verdicts[2]?.ruleId).toBe(`rule:admin-rule-${stopped.hash.slice(0, 12)}`);
  const shown = async (all: boolean) => JSON.stringify(await policyOverview(database, { all, missing: new Set() }));
  expect(await shown(true)).toContain(`${named} stop`);
  expect(await shown(false)).not.toContain("safe");
  expect(await add("stop", "tool: drop\nthen: ask")).toBe("taken");
  expect(await change.removeRule(owner, `${named} stop`)).toBe("removed");
  expect((await judged("drop")).verdict).toBe("ask");
});

test("rules saved in the app are checked like the file, one at a time and by an id of their own", async () => {
  const { change, audit } = await opened();
  for (const text of [
    "",
    "tool: pay\nthen: allow",
    "id: a\ntool: pay\nthen: maybe",
    "id: a\nserver: nope\nthen: ask",
    "- { id: a, then: ask }\n- { id: b, then: ask }",
    "id: a\nthen: ask\npolicy: denyAll",
    "id: a\nthen: ask\n---\nrules: []",
    "id: [",
    "id: a\nwhen: args.\nthen: ask",
  ]) {
    expect(await change.addRule(owner, text), text).toMatchObject({ problems: [{ line: expect.any(Number) }] });
  }
  expect(await change.addRule(owner, "id: a\ntool: pay\nthen: maybe")).toMatchObject({ problems: [{ line: 3 }] });
  expect(await change.addRule(owner, "id: a\nthen: ask")).toMatchObject({ rule: { id: "a" } });
  expect(await change.addRule(owner, "id: a\nthen: deny")).toBe("taken");
  expect(await change.addRule(owner, "id: 'tool-lists:write'\nthen: deny")).toBe("taken");
  expect(await audit()).toHaveLength(1);
});

test("S1.7, H9: shadow mode of the instance refuses everything at once; an admin turns it on, the owner off", async () => {
  const { change, verdict, audit } = await opened();
  await change.addRule(owner, "id: free\nthen: allow");
  expect(await change.setShadow(admin, true)).toBe("set");
  expect(await verdict("pay")).toBe("deny");
  expect(await change.setShadow(admin, false)).toBe("forbidden");
  expect(await verdict("pay")).toBe("deny");
  expect(await change.setShadow(owner, false)).toBe("set");
  expect(await change.setShadow(owner, false)).toBe("set");
  expect(await verdict("pay")).toBe("allow");
  expect((await audit()).map(({ kind }) => kind)).toEqual([
    "rule-added",
    "shadow-mode-switched",
    "shadow-mode-switched",
  ]);
});

test("S2.18: an admin lists tools that ask, that are refused, and that do neither when they only try", async () => {
  const { change, verdict, audit } = await opened();
  await change.addRule(owner, "id: free\nthen: allow");
  const lists = toolListsShape.parse({
    writeToolNames: ["send_*", "deploy"],
    deniedToolNames: ["drop"],
    dryRunToolNames: ["deploy"],
    denyWriteChannels: ["gateway:slack"],
  });
  expect(await change.setToolLists(admin, lists)).toBe("set");
  expect(await change.toolLists()).toEqual(lists);
  expect(await verdict("send_mail")).toBe("ask");
  expect(await verdict("send_mail", { dryRun: true })).toBe("ask");
  expect(await verdict("send_mail", {}, "gateway:slack")).toBe("deny");
  expect(await verdict("drop")).toBe("deny");
  expect(await verdict("deploy")).toBe("ask");
  expect(await verdict("deploy", { dryRun: true })).toBe("allow");
  expect(await verdict("deploy", { dryRun: "true" })).toBe("ask");
  expect(await verdict("other")).toBe("allow");
  expect(await change.setToolLists(admin, toolListsShape.parse({ writeToolNames: ["send_*"] }))).toBe("forbidden");
  expect(await change.setToolLists(admin, null)).toBe("forbidden");
  expect(await verdict("drop")).toBe("deny");
  expect(await change.setToolLists(owner, null)).toBe("set");
  expect(await verdict("drop")).toBe("allow");
  expect((await audit()).map(({ kind }) => kind)).toEqual(["rule-added", "tool-policy-set", "tool-policy-removed"]);
});

test("P47: what says of a dry run anything but true is none: a tool on the list of those refused stays refused", async () => {
  const { change, verdict } = await opened();
  await change.addRule(owner, "id: free\nthen: allow");
  const lists = { deniedToolNames: ["drop"], dryRunToolNames: ["drop", "deploy"], writeToolNames: ["deploy"] };
  await change.setToolLists(admin, toolListsShape.parse({ ...lists, denyWriteChannels: ["gateway:slack"] }));
  for (const dryRun of ["true", 1, null, [true], { dryRun: true }, false]) {
    expect(await verdict("drop", { dryRun }), JSON.stringify(dryRun)).toBe("deny");
    expect(await verdict("deploy", { dryRun }, "gateway:slack")).toBe("deny");
  }
  expect(await verdict("drop", { dryRun: true })).toBe("allow");
});

test("B11, H9: whoever lost the right to loosen, or any, loosens nothing, whatever they were let in as", async () => {
  const { database, change, verdict } = await opened();
  await change.addRule(owner, "id: stop\ntool: pay\nthen: deny");
  await change.setToolLists(owner, toolListsShape.parse({ deniedToolNames: ["drop"] }));
  await change.setShadow(owner, true);
  const tried = () =>
    Promise.all([
      change.addRule(owner, "id: free\nthen: allow"),
      change.removeRule(owner, "stop"),
      change.setToolLists(owner, null),
      change.setShadow(owner, false),
    ]);
  const people = database.db.updateTable("people").where("id", "=", "kim");
  await people.set({ role: "admin" }).execute();
  expect(await tried()).toEqual(["forbidden", "forbidden", "forbidden", "forbidden"]);
  await people.set({ role: "owner", disabled_at: 1 }).execute();
  expect(await tried()).toEqual(["forbidden", "forbidden", "forbidden", "forbidden"]);
  expect(await change.addRule(owner, "id: more\ntool: pay\nthen: deny")).toBe("forbidden");
  await people.set({ disabled_at: null }).execute();
  expect(await verdict("drop")).toBe("deny");
  expect(await change.setShadow(owner, false)).toBe("set");
  expect([await verdict("pay"), await verdict("drop")]).toEqual(["deny", "deny"]);
});

test("H9: an admin does not remove from a list what others added while they edited it", async () => {
  const { change, verdict } = await opened();
  const lists = (...deniedToolNames: string[]) => toolListsShape.parse({ deniedToolNames });
  await change.setToolLists(owner, lists("drop"));
  const [byOwner, byAdmin] = await Promise.all([
    change.setToolLists(owner, lists("drop", "wipe")),
    change.setToolLists(admin, lists("drop", "burn")),
  ]);
  expect(byOwner).toBe("set");
  expect(byAdmin === "set" || byAdmin === "forbidden").toBe(true);
  expect(await verdict("wipe")).toBe("deny");
});

test("G8: whatever becomes of a change, the rules that were read before it are not read anew", async () => {
  const { database, change } = await opened();
  await change.addRule(admin, "id: a\ntool: pay\nwhen: args.amount > 1\nthen: ask");
  const read = async () => readStoredPolicy(await storedPolicy(database));
  const before = await read();
  expect(await change.addRule(admin, "id: a\nthen: deny")).toBe("taken");
  await change.addRule(admin, "id: b\nthen: deny");
  const after = await read();
  expect(after.added[0]?.rule).toBe(before.added[0]?.rule);
  expect(after.written).toBe(before.written);
  await change.removeRule(owner, "a");
  await change.addRule(owner, "id: a\ntool: pay\nwhen: args.amount > 2\nthen: ask");
  expect((await read()).added.map(({ rule }) => rule.when?.words)).toEqual([undefined, "args.amount > 2"]);
});

test("G14: rules that are added in the app have an end, all of them and those of an hour", async () => {
  const { database, change, audit } = await opened();
  for (let at = 0; at < mostAddedRules; at += 1)
    expect(await change.addRule(admin, `id: r${at}\nthen: deny`)).toMatchObject({ rule: { id: `r${at}` } });
  const before = await audit();
  expect(await change.addRule(admin, "id: more\nthen: deny")).toBe("too-many");
  expect(await change.addRule(owner, "id: more\nthen: deny")).toBe("too-many");
  expect(await audit()).toEqual(before);
  expect(await change.removeRule(owner, "r7")).toBe("removed");
  await database.db.updateTable("person_counts").set({ count: mostMade }).where("person_id", "=", "ada").execute();
  await expect(change.addRule(admin, "id: more\nthen: deny")).rejects.toThrow(TooMuchMade);
  expect(await change.addRule(owner, "id: more\nthen: deny")).toMatchObject({ rule: { id: "more" } });
});

test("G14: lists of the same tools in turning orders have an end within an hour", async () => {
  const { database, change, audit } = await opened();
  const lists = (...deniedToolNames: string[]) => ({
    writeToolNames: [],
    deniedToolNames,
    dryRunToolNames: [],
    denyWriteChannels: [],
  });
  expect(await change.setToolLists(admin, lists("a", "b"))).toBe("set");
  await database.db.updateTable("person_counts").set({ count: mostMade }).where("person_id", "=", "ada").execute();
  const before = await audit();
  await expect(change.setToolLists(admin, lists("b", "a"))).rejects.toThrow(TooMuchMade);
  expect(await audit()).toEqual(before);
  expect(await change.setToolLists(owner, null)).toBe("set");
});
