import { expect, test } from "vitest";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { call, granted, grantsIn, hour, inChat, unbounded } from "#e2e/support/granting.ts";
import type { GrantRequest } from "#lib/grants/grant.ts";

test("A11: after its number of calls a grant is used up, and the next call asks", async () => {
  const { world, tool, chat } = await granted({ ...inChat, maxUses: 2 });
  expect(await call(world, chat, "wipe", { n: 1 }, { n: 2 }, { n: 3 })).toBe(1);
  expect(tool.ran).toHaveLength(3);
  expect(await grantsIn(world)).toMatchObject([{ uses: 2, ended_by: "used-up" }]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "grant-ended")).toMatchObject([
    { because: "used-up" },
  ]);
});

test("A11, row 15: an amount is counted to the cent; one that is missing, of another kind or not above zero asks", async () => {
  const budget = { argument: "amount", total: 0.3 };
  const { world, tool, chat } = await granted({ ...inChat, budget }, { args: { amount: 5 } });
  expect(await call(world, chat, "wipe", { amount: 0.1 }, { amount: 0.2 })).toBe(0);
  expect(await grantsIn(world)).toMatchObject([{ budget_total: 300_000, budget_spent: 300_000, ended_by: "used-up" }]);
  expect(tool.ran).toHaveLength(3);

  const more = await granted({ ...inChat, budget: { ...budget, total: 10 } }, { args: { amount: 5 } });
  const odd = [
    {},
    { amount: "1" },
    { amount: 0 },
    { amount: -5 },
    { amount: null },
    { amount: 0.0000001 },
    { amount: 11 },
  ];
  expect(await call(more.world, more.chat, "wipe", ...odd)).toBe(odd.length);
  expect(more.tool.ran).toHaveLength(1);
});

test("A11: a condition holds or it asks, also where it cannot be decided", async () => {
  const when = `args.path.startsWith("notes/") && !args.path.contains("..")`;
  const { world, tool, chat } = await granted({ ...inChat, when }, { args: { path: "notes/a" } });
  expect(await call(world, chat, "wipe", { path: "notes/b" })).toBe(0);
  expect(await call(world, chat, "wipe", { path: "keys/b" }, { path: "notes/../keys" }, {}, { path: 5 })).toBe(4);
  expect(tool.ran).toHaveLength(2);
});

test("A11: the bounds of a grant combine: each of them can end it", async () => {
  const grant = {
    ...inChat,
    maxUses: 5,
    budget: { argument: "n", total: 10 },
    when: "args.n < 9",
    ends: { afterMs: hour },
  };
  const { world, tool, chat } = await granted(grant, { args: { n: 1 } });
  expect((await world.audit(chat)).find(({ kind }) => kind === "grant-given")).toMatchObject({
    sentence:
      "Allow wipe on Server in this chat, up to 5 calls, up to 10 in total of n, until 2023-11-14 23:13 UTC, while `args.n < 9` holds.",
  });
  expect(await call(world, chat, "wipe", { n: 8 }, { n: 9 })).toBe(1);
  await world.settle(chat, "decline");
  expect(await call(world, chat, "wipe", { n: 2 })).toBe(0);
  expect(tool.ran).toHaveLength(3);
});

test("A11: an edited call is granted as it was edited, and its grant must fit what runs", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin([{ calls: [{ name: "wipe", args: { disk: "a" } }] }, { text: "Done." }]);
  const edit = { arguments: { disk: "b" } };
  const wrong = { ...inChat, when: "args.disk == 'a'" };
  expect(await world.answer(chat, "accept", { ...edit, grant: wrong })).toMatchObject({ refused: "unfit" });
  await world.settle(chat, "accept", { ...edit, grant: { reach: "call", ...unbounded } });
  expect(await call(world, chat, "wipe", { disk: "b" })).toBe(0);
  expect(await call(world, chat, "wipe", { disk: "a" })).toBe(1);
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: "b" }, { disk: "b" }]);
});

test("A11: terms past what is allowed are an error, never cut down, and leave the question open", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe", args: { n: 5, disk: "a" } }] });
  const wrong: Partial<GrantRequest>[] = [
    { maxUses: 0 },
    { maxUses: 101 },
    { maxUses: 1.5 },
    { ends: { afterMs: 0 } },
    { ends: { afterMs: 31 * 24 * hour } },
    { ends: { at: 1_700_000_000_000 - 1 } },
    { budget: { argument: "disk", total: 5 } },
    { budget: { argument: "toString", total: 5 } },
    { budget: { argument: "n", total: 0 } },
    { budget: { argument: "n", total: 2_000_000_000 } },
    { budget: { argument: "n", total: 0.0000001 } },
    { when: "" },
    { when: "args.n <" },
    { when: "args.n > 100" },
    { when: "args.missing == 1" },
    { when: "'x'.matches('x')" },
  ];
  for (const terms of wrong) {
    const outcome = await world.answer(chat, "accept", { grant: { ...inChat, ...terms } });
    expect(outcome, JSON.stringify(terms)).toMatchObject({ refused: "unfit", fields: [{}] });
  }
  expect(await world.open(chat)).toHaveLength(1);
  expect(await grantsIn(world)).toEqual([]);
  expect(tool.ran).toEqual([]);
});

test("A11, I6: no grant comes with a no, from a script, from anybody else, or on a tool whose every call must reach a person", async () => {
  const asked = async (tool: FakeTool) => {
    const world = await gateWorld({ tools: [tool] });
    return { world, chat: await world.begin({ calls: [{ name: "wipe", args: {} }] }) };
  };
  const open = await asked(fakeTool("wipe"));
  const target = { approvalId: (await open.world.open(open.chat))[0]?.id ?? "" };
  const base = { person: open.world.person, target, grant: inChat };
  for (const answer of [
    { ...base, action: "decline", via: "chat" },
    { ...base, action: "cancel", via: "chat" },
    { ...base, action: "accept", via: "script" },
    { ...base, action: "accept", via: "key" },
  ] as const) {
    expect(await open.world.decide(answer)).toMatchObject({ refused: "unfit" });
  }
  expect(await open.world.decide({ ...base, person: open.world.stranger, action: "accept", via: "chat" })).toEqual({
    refused: "unknown",
  });
  for (const over of [
    { flag: "always" },
    { who: { kind: "other" } },
    { risk: 4, riskSource: "mcp.json" },
  ] as Partial<FakeTool>[]) {
    const tool = fakeTool("wipe", over);
    const { world, chat } = await asked(tool);
    expect(await world.answer(chat, "accept", { grant: inChat })).not.toHaveProperty("decided");
    expect(await grantsIn(world)).toEqual([]);
    expect(tool.ran).toEqual([]);
  }
  const always: GrantRequest = { ...inChat, reach: "everywhere" };
  for (const risk of [2, 3, 4, 5] as const) {
    const { world, chat } = await asked(fakeTool("wipe", { risk }));
    expect(await world.answer(chat, "accept", { grant: always })).toMatchObject({ refused: "unfit" });
    expect(await world.answer(chat, "accept", { grant: { ...always, ends: { afterMs: hour } } })).toHaveProperty(
      "decided",
    );
  }
});

test("A1, A11: the same accept with the same grant, many times, gives one grant; another grant is another answer", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin([{ calls: [{ name: "wipe", args: {} }] }, { text: "Done." }]);
  const [approval] = await world.open(chat);
  const answer = (grant: GrantRequest) =>
    world.decide({
      person: world.person,
      target: { approvalId: approval?.id ?? "" },
      action: "accept",
      via: "chat",
      grant,
    });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => answer({ ...inChat, maxUses: 3 })));
  expect(outcomes.every((outcome) => "decided" in outcome)).toBe(true);
  await world.idle(chat);
  expect(await answer(inChat)).toMatchObject({ refused: "settled" });
  expect(await grantsIn(world)).toMatchObject([{ max_uses: 3 }]);
  const [decided] = (await world.approvals(chat)).map(({ decision_json }) => JSON.parse(decision_json ?? "{}"));
  expect(decided).toMatchObject({ grant: { reach: "chat", maxUses: 3 } });
  expect((await world.audit(chat)).filter(({ kind }) => kind === "grant-given")).toHaveLength(1);
});

test("A11: a grant whose time has passed lets nothing run, and its end is written down once, as of that time", async () => {
  const ends = { afterMs: hour };
  const { world, chat } = await granted({ ...inChat, reach: "everywhere", ends });
  await world.process.sweep();
  expect(await grantsIn(world)).toMatchObject([{ ended_at: null, ended_by: null }]);
  await world.advance(hour);
  expect(await call(world, chat, "wipe", {})).toBe(1);
  await Promise.all([world.process.sweep(), world.start().sweep()]);
  await world.process.sweep();
  const [grant] = await grantsIn(world);
  expect(grant).toMatchObject({ ended_at: grant?.until, ended_by: "lapsed" });
  const ended = (await world.audit(chat)).filter(({ kind }) => kind === "grant-ended");
  expect(ended).toMatchObject([{ because: "lapsed", grant: grant?.id, tool: "wipe" }]);
  expect(await world.process.chats.list(world.person.id)).toHaveLength(1);
});

test("A11: the end of a grant that goes with its chat is on record, and that of one for every chat is not", async () => {
  const { world, chat } = await granted(inChat);
  const all = { ...inChat, reach: "everywhere", ends: { afterMs: hour } } as const;
  await call(world, chat, "wipe", {});
  const [own] = await grantsIn(world);
  const other = await granted(all);
  expect(await other.world.process.chats.remove(other.world.person.id, other.chat)).toBe(true);
  expect(await grantsIn(other.world)).toMatchObject([{ ended_at: null }]);
  expect(await world.process.chats.remove(world.stranger.id, chat)).toBe(false);
  expect(await grantsIn(world)).toMatchObject([{ ended_at: null }]);
  expect(await world.process.chats.remove(world.person.id, chat)).toBe(true);
  expect(await grantsIn(world)).toEqual([]);
  const rows = await world.store.db.selectFrom("audit").selectAll().where("kind", "=", "grant-ended").execute();
  expect(rows.map(({ detail_json }) => JSON.parse(detail_json) as object)).toMatchObject([
    { because: "chat-deleted", grant: own?.id },
  ]);
});

test("I5, A11: an answer whose grant cannot be stored does not count, and nothing runs", async () => {
  const { world, tool, chat } = await granted(inChat);
  const [first] = await grantsIn(world);
  expect(await call(world, chat, "wipe", {})).toBe(0);
  await world.store.db.updateTable("grants").set({ chat_id: null, reach: "everywhere", until: 1 }).execute();
  expect(await call(world, chat, "wipe", {})).toBe(1);
  world.process.gate.newId = () => first?.id ?? "";
  await expect(world.answer(chat, "accept", { grant: inChat })).rejects.toThrow(/unique/i);
  expect(await world.open(chat)).toHaveLength(1);
  expect(await grantsIn(world)).toHaveLength(1);
  expect(tool.ran).toHaveLength(2);
});
