import { insertKey } from "#lib/store/people/keys.ts";
import { expect, test } from "vitest";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { call, granted, grantsIn, hour, inChat, unbounded } from "#e2e/support/granting.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { grantableTools, grantTool } from "#lib/gate/answer/grant-tool.ts";
import { revokeGrant } from "#lib/gate/grants/revoke-grant.ts";

test("A11: without a grant every call of the tool asks again, also after an accept", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin([{ calls: [{ name: "wipe", args: {} }] }, { text: "Done." }]);
  await world.settle(chat, "accept");
  expect(await call(world, chat, "wipe", {})).toBe(1);
  expect(await grantsIn(world)).toEqual([]);
});

test("A11: a grant for a tool in a chat lets its later calls run there, is counted and recorded, and the thread says so", async () => {
  const { world, tool, chat } = await granted(inChat);
  expect(await call(world, chat, "wipe", { disk: "b" }, { disk: "c" })).toBe(0);
  expect(new Set(tool.ran.map(({ arguments: { disk } }) => disk))).toEqual(new Set(["a", "b", "c"]));
  const [grant] = await grantsIn(world);
  expect(grant).toMatchObject({ person_id: "p1", chat_id: chat, given_in: chat, uses: 2, ended_at: null });
  const audit = await world.audit(chat);
  const sentence = "Allow wipe on Server in this chat.";
  expect(audit.filter(({ kind }) => kind === "grant-given")).toMatchObject([{ grant: grant?.id, sentence }]);
  expect(audit.filter(({ kind }) => kind === "grant-used")).toMatchObject([
    { grant: grant?.id, uses: 1 },
    { grant: grant?.id, uses: 2 },
  ]);
  expect(audit.filter(({ kind }) => kind === "call-cleared").map(({ by }) => by)).toEqual(["person", "grant", "grant"]);
  const lines = (await world.message(chat)).parts.filter(({ type }) => type === "data-grant");
  expect(lines).toMatchObject([{ data: { grantId: grant?.id, serverTitle: "Server", terms: { reach: "chat" } } }, {}]);
  expect(world.errors).toEqual([]);
});

test("A11: a grant for one exact call covers no other arguments", async () => {
  const { world, tool, chat } = await granted({ reach: "call", ...unbounded });
  expect(await call(world, chat, "wipe", { disk: "a" })).toBe(0);
  expect(await call(world, chat, "wipe", { disk: "b" })).toBe(1);
  expect(tool.ran).toHaveLength(2);
});

test("A11: a grant in one chat covers no other chat; one for an hour covers every chat for that hour by the database's clock", async () => {
  const one = await granted(inChat);
  expect(await call(one.world, "other-chat", "wipe", { disk: "a" })).toBe(1);
  expect(one.tool.ran).toHaveLength(1);

  const all = await granted({ ...inChat, reach: "everywhere", ends: { afterMs: hour } });
  const [given] = await grantsIn(all.world);
  expect(given?.until).toBe((given?.given_at ?? 0) + hour);
  await all.world.advance(hour - 1);
  expect(await call(all.world, "other-chat", "wipe", {})).toBe(0);
  await all.world.advance(1);
  const { now } = Date;
  Date.now = () => now() - 10 * hour;
  try {
    expect(await call(all.world, "third-chat", "wipe", {})).toBe(1);
  } finally {
    Date.now = now;
  }
  expect(all.tool.ran).toHaveLength(2);
});

test("A11: another tool, the same tool of another server and another person ask", async () => {
  const wipe = fakeTool("wipe");
  const other = fakeTool("erase");
  const elsewhere = fakeTool("wipe2", { server: { id: "srv2", title: "Server", origin: "npx b", trusted: true } });
  const { world, chat } = await granted(
    { ...inChat, reach: "everywhere" },
    { tool: wipe, tools: [wipe, other, elsewhere] },
  );
  // Two servers may call their tools the same; the model knows them by different names.
  elsewhere.name = "wipe";
  expect(await call(world, chat, "erase", {})).toBe(1);
  await world.settle(chat, "decline");
  expect(await call(world, chat, "wipe2", {})).toBe(1);
  expect((await world.calls(chat)).at(-1)).toMatchObject({ server_id: "srv2", tool_name: "wipe" });
  expect(other.ran).toEqual([]);
  expect(elsewhere.ran).toEqual([]);
  await world.store.db.updateTable("grants").set({ person_id: "p2" }).execute();
  await world.settle(chat, "decline");
  expect(await call(world, chat, "wipe", {})).toBe(1);
  expect(wipe.ran).toHaveLength(1);
});

test("A11, E1: a changed definition ends the grant for good, and that is recorded", async () => {
  const { world, tool, chat } = await granted(inChat);
  const before = tool.fingerprint;
  tool.redefine();
  expect(await call(world, chat, "wipe", {})).toBe(1);
  expect(await grantsIn(world)).toMatchObject([{ ended_by: "definition-changed", uses: 0 }]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "grant-ended")).toMatchObject([
    { because: "definition-changed", tool: "wipe" },
  ]);
  await world.settle(chat, "decline");
  tool.fingerprint = before;
  expect(await call(world, chat, "wipe", {})).toBe(1);
  expect(tool.ran).toHaveLength(1);
});

test("A11: a grant counts no more once the owner says that the tool needs somebody else, or is of high risk", async () => {
  for (const over of [{ who: { kind: "other" } }, { risk: 5, riskSource: "mcp.json" }] as Partial<FakeTool>[]) {
    const { world, tool, chat } = await granted(inChat);
    Object.assign(tool, over);
    expect(await call(world, chat, "wipe", {})).toBe(1);
    expect(tool.ran).toHaveLength(1);
  }
});

test("A11, B21, CARD: a grant for good of a tool of medium risk is given in the settings, by the definition that was shown", async () => {
  const tool = fakeTool("wipe", { risk: 3 });
  const world = await gateWorld({ tools: [tool, fakeTool("ask", { flag: "always" }), fakeTool("nuke", { risk: 5 })] });
  const { gate } = world.process;
  expect(grantableTools(gate).map(({ wireName, scopes }) => [wireName, ...scopes])).toEqual([
    ["wipe", "hour", "always"],
    ["nuke", "hour"],
  ]);
  const always = { ...inChat, reach: "everywhere" as const };
  const tokenHash = await sessionOf(world.store, "p1");
  const given = { personId: "p1", tokenHash, wireName: "wipe", fingerprint: tool.fingerprint, request: always };
  // Begun in a session that has ended by now.
  expect(await grantTool(gate, { ...given, tokenHash: "ended" })).toEqual({ refused: "signed-out" });
  expect(await grantTool(gate, { ...given, fingerprint: "other" })).toEqual({ refused: "changed" });
  expect(await grantTool(gate, { ...given, wireName: "constructor" })).toEqual({ refused: "unknown" });
  for (const [wireName, request] of [
    ["wipe", inChat],
    ["wipe", { ...always, maxUses: 1000 }],
    ["wipe", { ...always, when: 'calls("day") < 5' }],
    ["nuke", always],
    ["ask", { ...always, ends: { afterMs: hour } }],
  ] as const) {
    expect(await grantTool(gate, { ...given, wireName, request })).toMatchObject({ problems: [{}] });
  }
  expect(await grantsIn(world)).toEqual([]);
  expect(await grantTool(gate, given)).toEqual({ given: expect.any(String) });
  const chat = await world.begin([{ calls: [{ name: "wipe", args: {} }] }, { text: "Done." }]);
  expect(await world.open(chat)).toEqual([]);
  expect(tool.ran).toHaveLength(1);
  expect(await grantsIn(world)).toMatchObject([{ person_id: "p1", uses: 1, given_in: null }]);
});

test("I6, F10: what a person granted in a chat of their own ends when a program begins to use it", async () => {
  const { world, tool, chat } = await granted(inChat);
  const text = "by a program";
  world.tell(text, [{ calls: [{ name: "wipe", args: { disk: "b" }, id: "program" }] }, { text: "Done." }]);
  const message = { id: "message-of-a-program", text };
  const keyId = "key-of-program";
  const tokenHash = await sessionOf(world.store, world.person.id);
  const key = { name: "ci", keyHash: keyId, scopes: ["tools:call" as const], lifetimeMs: 1_000 };
  await insertKey(world.store, { id: keyId, personId: world.person.id, tokenHash, ...key });
  await startTurn(world.process.agent, { personId: world.person.id, chatId: chat, message, keyId });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  expect(await world.open(chat)).toHaveLength(1);
  const [grant] = await grantsIn(world);
  expect(grant).toMatchObject({ ended_by: "asked-by-program" });
  const ended = (await world.audit(chat)).filter(({ kind }) => kind === "grant-ended");
  expect(ended).toMatchObject([{ grant: grant?.id, because: "asked-by-program", tool: "wipe" }]);
  // What they grant on a card of the program's own is for the program, and further messages of it end nothing.
  await world.settle(chat, "accept", { grant: inChat });
  const next = { id: "another-message", text: "once more" };
  world.tell(next.text, [{ calls: [{ name: "wipe", args: { disk: "c" }, id: "again" }] }, { text: "Done." }]);
  await startTurn(world.process.agent, { personId: world.person.id, chatId: chat, message: next, keyId });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(3);
  expect(await world.open(chat)).toEqual([]);
});

test("G8, A11: the conditions of many grants take together no longer than one may, and what they leave undecided asks", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const text = "a".repeat(30_000);
  const args = { text, word: `${text.slice(0, 12_000)}b${text.slice(0, 12_000)}` };
  const tokenHash = await sessionOf(world.store, "p1");
  const give = async (when: string) => {
    const request = { ...unbounded, reach: "everywhere" as const, when };
    const given = { personId: "p1", tokenHash, wireName: "wipe", fingerprint: tool.fingerprint, request };
    expect(await grantTool(world.process.gate, given)).toEqual({ given: expect.any(String) });
    await world.advance(1);
  };
  await give("!args.text.contains(args.word)");
  const chat = await world.begin([{ calls: [{ name: "wipe", args }] }, { text: "Done." }]);
  expect(tool.ran).toHaveLength(1);
  const [first] = await grantsIn(world);
  await revokeGrant(world.process.gate, { id: first?.id ?? "", personId: "p1" });
  for (let at = 0; at < 10; at += 1) await give("args.text.contains(args.word)");
  await give("!args.text.contains(args.word)");
  expect(await call(world, chat, "wipe", args)).toBe(1);
  expect(await call(world, chat, "wipe", { text: "a", word: "b" })).toBe(0);
  expect(tool.ran).toHaveLength(2);
});
