import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import type { ElicitationRequest, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { goOnSignedIn, scopeOfCard } from "./sign-in-cards.ts";

const schema = { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] };
const sure: ElicitationRequest = { mode: "form", message: "Sure?", requestedSchema: schema, url: null };
const signIn: ToolOutcome = { kind: "sign-in-first", scope: "files:read" };

/** A tool whose server answers these, one after the other, and then says that it is done. */
function answering(...outcomes: ToolOutcome[]): FakeTool {
  const tool: FakeTool = fakeTool("book", {
    flag: "always",
    act: () => outcomes[tool.ran.length - 1] ?? said("booked"),
  });
  return tool;
}

/** A chat in which the person approved the call. */
async function approved(tool: FakeTool): Promise<{ world: GateWorld; chat: string }> {
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "book", args: { table: 4 } }] });
  await world.answer(chat, "accept");
  return { world, chat };
}

async function cardIn(world: GateWorld, chat: string) {
  await until(async () => (await world.open(chat)).some(({ kind }) => kind === "sign-in"), "the card");
  const [card] = await world.open(chat);
  if (card === undefined) throw new Error("There is no card.");
  return card;
}

/** Whose card it is, in a session. */
async function signedIn({ store }: GateWorld, { person_id: id }: { person_id: string }) {
  return { person: { id, name: "Ona" }, tokenHash: await sessionOf(store, id) };
}

test("M50, B11: an approved call waits for its person's sign-in, and then goes on by itself as it was approved, also after a crash, and at another instance", async () => {
  for (const where of ["here", "after a crash", "at another instance"]) {
    const tool = answering(signIn);
    const { world, chat } = await approved(tool);
    const card = await cardIn(world, chat);
    const { gate } = world.process;
    expect(await scopeOfCard(gate, card.person_id, card.id)).toBe("files:read");
    expect(await scopeOfCard(gate, "somebody else", card.id)).toBeNull();
    if (where === "after a crash") await world.crash();
    const now = where === "at another instance" ? world.start().gate : world.process.gate;
    const by = await signedIn(world, card);
    expect(await goOnSignedIn(now, by, "another server")).toBe(0);
    const somebody = { ...by, person: { ...by.person, id: "somebody else" } };
    expect(await goOnSignedIn(now, somebody, tool.server.id)).toBe(0);
    // Of a session that has ended by now.
    expect(await goOnSignedIn(now, { ...by, tokenHash: "ended" }, tool.server.id)).toBe(0);
    expect(await world.open(chat)).toHaveLength(1);
    expect(tool.ran).toHaveLength(1);
    expect(await goOnSignedIn(now, by, tool.server.id)).toBe(1);
    await world.idle(chat);
    expect(tool.ran.map(({ arguments: args, digest }) => [args, digest])).toEqual([
      [{ table: 4 }, tool.ran[0]?.digest],
      [{ table: 4 }, tool.ran[0]?.digest],
    ]);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
    expect((await world.audit(chat)).filter(({ kind }) => kind === "call-cleared")).toMatchObject([
      { by: "person" },
      { by: "server-question" },
    ]);
    expect(await goOnSignedIn(now, by, tool.server.id)).toBe(0);
  }
});

test("M50: answers that a server had asked for go with the call when it is sent again after the sign-in", async () => {
  const tool = answering({ kind: "input-required", requests: { a: sure }, requestState: "state" }, signIn);
  const { world, chat } = await approved(tool);
  await until(async () => (await world.open(chat)).some(({ kind }) => kind === "form"), "the form");
  const [form] = await world.open(chat);
  await world.answer(form?.id ?? "", "accept", { content: { sure: true } });
  const card = await cardIn(world, chat);
  await goOnSignedIn(world.process.gate, await signedIn(world, card), tool.server.id);
  await world.idle(chat);
  const answers = { inputResponses: { a: { action: "accept", content: { sure: true } } }, requestState: "state" };
  expect(tool.ran.map(({ resumption }) => resumption)).toEqual([null, answers, answers]);
});

test("M50: whoever does not sign in runs nothing, and the model is told", async () => {
  for (const action of ["decline", "cancel"] as const) {
    const tool = answering(signIn);
    const { world, chat } = await approved(tool);
    const card = await cardIn(world, chat);
    await world.answer(card.id, action);
    await world.idle(chat);
    expect(tool.ran).toHaveLength(1);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
    expect(world.lastPrompt()).toContain("wants the user to sign in to it first");
  }
});

test("M50: who says to be signed in and is not is asked again, and runs nothing", async () => {
  const tool = answering(signIn, signIn);
  const { world, chat } = await approved(tool);
  const first = await cardIn(world, chat);
  await world.answer(first.id, "accept");
  await until(async () => (await world.open(chat)).some(({ id }) => id !== first.id), "the next card");
  expect(tool.ran).toHaveLength(2);
  expect(await world.calls(chat)).toMatchObject([{ state: "waiting" }]);
});
