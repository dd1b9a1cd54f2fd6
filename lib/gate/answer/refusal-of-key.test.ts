import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { decide } from "./decide.ts";
import { extend } from "./expire.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { addPeople, giveRole, team } from "#e2e/support/team.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { insertKey, revokeKey } from "#lib/store/people/keys.ts";

const call = { calls: [{ name: "pay", args: { amount: 1 } }] };

async function asked(like: Parameters<typeof fakeTool>[1] = { flag: "always" }) {
  const tool = fakeTool("pay", like);
  const world = await gateWorld({ tools: [tool] });
  return { world, tool, keyId: await keyOf(world.store, world.person.id) };
}

async function keyOf(store: Database, personId: string): Promise<string> {
  const key = await insertKey(store, {
    id: `k-${personId}`,
    personId,
    tokenHash: await sessionOf(store, personId),
    name: "ci",
    keyHash: personId,
    scopes: ["approvals:decide"],
    lifetimeMs: 1_000,
  });
  return typeof key === "string" ? "" : key.id;
}

async function answer(world: GateWorld, chat: string, keyId: string) {
  const [open] = await world.open(chat);
  const target = { approvalId: open?.id ?? "" };
  return world.decide({ person: world.person, target, action: "accept", via: "key", keyId });
}

test("I6: a key answers for its owner, and the record says that a key did", async () => {
  const { world, tool, keyId } = await asked();
  const chat = await world.begin(call);
  expect(await answer(world, chat, keyId)).toHaveProperty("decided");
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "approval-decided", via: "key", keyId }),
  );
});

test.each([
  ["of a high risk", { risk: 4 }, "high-risk"],
  ["of the highest risk", { risk: 5 }, "high-risk"],
] as const)("I6: a key does not answer for a call %s", async (_name, { risk }, said) => {
  const { world, tool, keyId } = await asked();
  const chat = await world.begin(call);
  await world.store.db.updateTable("approvals").set({ risk }).execute();
  expect(await answer(world, chat, keyId)).toMatchObject({
    refused: "forbidden",
    message: expect.stringContaining(said) as string,
  });
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toHaveLength(0);
});

const requestedSchema = { type: "object", properties: { yes: { type: "boolean" } } };

test.each([
  ["form", { mode: "form", message: "Sure?", requestedSchema, url: null }],
  ["link", { mode: "url", message: "Sign in.", requestedSchema: null, url: "https://a.example/" }],
] as const)("I6, M4: a key says yes to no %s of a server; it may say no", async (kind, question) => {
  const heard: string[] = [];
  const { world, keyId } = await asked({
    flag: "never",
    act: async ({ elicit, signal }) => {
      const { action } = await elicit(question, signal);
      heard.push(action);
      return said(action);
    },
  });
  world.tell("go", [call]);
  await world.post("chat", "go");
  await until(async () => (await world.open("chat"))[0]?.kind === kind, "the question");
  expect(await answer(world, "chat", keyId)).toMatchObject({ refused: "forbidden" });
  const [open] = await world.open("chat");
  const no = { person: world.person, target: { approvalId: open?.id ?? "" }, via: "key", keyId } as const;
  expect(await decide(world.process.gate, { ...no, action: "decline" })).toHaveProperty("decided");
  await world.idle("chat");
  expect(heard).toEqual(["decline"]);
});

test("I6: a key that was revoked or expired while the question was open answers nothing", async () => {
  for (const end of ["revoked", "expired"] as const) {
    const { world, tool, keyId } = await asked();
    const chat = await world.begin(call);
    if (end === "revoked") await revokeKey(world.store, { id: keyId, ownedBy: null, by: "p1" });
    else await world.advance(1_000);
    expect(await answer(world, chat, keyId)).toMatchObject({ refused: "forbidden" });
    expect(tool.ran).toHaveLength(0);
  }
});

test("I6: a key answers for nobody but its owner, and only with the scope to", async () => {
  const { world, keyId } = await asked();
  const chat = await world.begin(call);
  await world.store.db.updateTable("api_keys").set({ scopes_json: '["approvals:read"]' }).execute();
  expect(await answer(world, chat, keyId)).toMatchObject({ refused: "forbidden" });
  await world.store.db
    .updateTable("api_keys")
    .set({ scopes_json: '["approvals:decide"]', person_id: world.stranger.id })
    .execute();
  expect(await answer(world, chat, keyId)).toMatchObject({ refused: "forbidden" });
  expect(await world.open(chat)).toHaveLength(1);
});

test("F10: what a program asked for by its owner's key, no key of that owner answers; the owner does", async () => {
  const { world, tool, keyId } = await asked();
  const chat = randomUUID();
  world.tell(chat, [call]);
  const turn = { personId: world.person.id, chatId: chat, message: { id: randomUUID(), text: chat }, keyId };
  await startTurn(world.process.agent, turn);
  await world.idle(chat);
  expect(await answer(world, chat, keyId)).toMatchObject({ refused: "forbidden" });
  // Nor does it give the question more time.
  const [open] = await world.open(chat);
  const of = { id: open?.id ?? "", personId: world.person.id };
  expect(await extend(world.process.gate, { ...of, keyId })).toMatchObject({ refused: "forbidden" });
  expect(await extend(world.process.gate, of)).toMatchObject({ extended: { extensions: 1 } });
  expect(tool.ran).toHaveLength(0);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});

test("F10: so it is with a message of a program that waited for its turn", async () => {
  const { world, tool, keyId } = await asked();
  const chat = randomUUID();
  const release = Promise.withResolvers<void>();
  world.tell(chat, [{ text: "Busy.", hold: release.promise }]);
  await world.post(chat, chat);
  world.tell("by a program", [call]);
  const message = { id: randomUUID(), text: "by a program" };
  const turn = { personId: world.person.id, chatId: chat, message, keyId };
  expect(await startTurn(world.process.agent, turn)).toEqual({ queued: true });
  release.resolve();
  await until(async () => (await world.open(chat)).length === 1, "the question");
  expect(await answer(world, chat, keyId)).toMatchObject({ refused: "forbidden" });
  expect(tool.ran).toHaveLength(0);
});

test("B20: who has a passkey approves for others with it in the app: their key only declines", async () => {
  const { world, tool } = await asked({ who: { kind: "other" } });
  const { ana } = team;
  await addPeople(world.store);
  await giveRole(world.store, world.person, "member");
  const keyId = await keyOf(world.store, ana.id);
  const chat = await world.begin({ calls: [...call.calls, ...call.calls] });
  const [first] = await world.open(chat);
  const by = { person: ana, via: "key", keyId } as const;
  // Without a passkey the key is enough.
  expect(await world.answer(first?.id ?? "", "accept", by)).toHaveProperty("decided");
  await until(async () => tool.ran.length === 1, "the first call");
  const passkey = { id: "pk", name: "Laptop", public_key: "", counter: 0, transports_json: "[]", last_used_at: null };
  await world.store.db
    .insertInto("passkeys")
    .values({ ...passkey, person_id: ana.id, created_at: world.store.now })
    .execute();
  const [second] = await world.open(chat);
  expect(await world.answer(second?.id ?? "", "accept", by)).toMatchObject({
    refused: "forbidden",
    message: "You have a passkey, so what others ask you approve in the app, with it, and no program does.",
  });
  expect(await world.open(chat)).toHaveLength(1);
  expect(await world.answer(second?.id ?? "", "decline", by)).toHaveProperty("decided");
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});
