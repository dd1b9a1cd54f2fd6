import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import type { StoredDecision } from "#lib/approvals/decision.ts";
import type { ElicitationRequest, ToolOutcome } from "#lib/gate/contract/tool.ts";

const attested: StoredDecision = { action: "accept", endedBy: "attested", client: "Desk", by: "Kim" };
const requestedSchema = { type: "object", properties: {} };
const sure: ElicitationRequest = { mode: "form", message: "Sure?", requestedSchema, url: null };
const page: ElicitationRequest = { mode: "url", message: "Sign in", requestedSchema: null, url: "https://a.example" };

/** A chat whose question is open in the store, while no process works on its run. */
async function cold(tool: FakeTool, status: "pending" | "accepted" = "pending") {
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: tool.name, args: {} }] });
  if (status === "accepted") await world.settle(chat, "accept");
  await world.crash();
  await world.process.continued();
  return { world, chat };
}

/** Writes an attested accept into the row of the open question, and has its run go on. */
async function attest(world: GateWorld, chat: string): Promise<void> {
  const [question] = await world.open(chat);
  const { db } = world.store;
  const decision = { status: "accepted" as const, decision_json: JSON.stringify(attested), decided_at: 1 };
  await db.updateTable("approvals").set(decision).where("id", "=", question!.id).execute();
  await db.updateTable("runs").set({ status: "running" }).where("chat_id", "=", chat).execute();
  world.process.gate.parkingLot.wake(question!.id);
  await world.process.continueRun(question!.run_id);
  await until(async () => (await world.runs(chat))[0]?.ended_at !== null, "the run to end");
}

test("F11, I1: an accept that a client attests runs no tool, and its card says whose word it is", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await cold(tool);
  await attest(world, chat);
  expect(tool.ran).toEqual([]);
  const [call] = await world.calls(chat);
  expect(call).toMatchObject({ state: "refused", started_at: null });
  expect(call?.result_json).toContain("nobody here proved it");
  const [card] = (await world.message(chat)).parts.filter(({ type }) => type === "data-approval");
  expect(card).toMatchObject({ data: { decision: { endedBy: "attested", client: "Desk", by: "Kim" } } });
});

test("F11, I1: an accept that a client attests carries no answer to a server, for a form, for links or for a sign-in", async () => {
  const rounds: [ToolOutcome, string][] = [
    [{ kind: "input-required", requests: { a: sure }, requestState: null }, "unknown"],
    [{ kind: "links-first", requests: { a: page } }, "refused"],
    [{ kind: "sign-in-first", scope: null }, "refused"],
  ];
  for (const [round, end] of rounds) {
    const tool: FakeTool = fakeTool("wipe", { act: () => (tool.ran.length === 1 ? round : said("wiped")) });
    const { world, chat } = await cold(tool, "accepted");
    await attest(world, chat);
    expect(tool.ran).toHaveLength(1);
    expect(await world.calls(chat)).toMatchObject([{ state: end }]);
  }
});

test("F11, I4: a server that asks in mid-call hears no accept that a client attests", async () => {
  const tool = fakeTool("wipe", {
    flag: "never",
    act: ({ elicit, signal }) =>
      elicit(sure, signal).then(
        ({ action }) => said(action),
        () => said("rejected"),
      ),
  });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls: [{ name: "wipe" }] }]);
  await world.post("chat", "go");
  await until(async () => (await world.open("chat")).length === 1, "the question");
  await attest(world, "chat");
  expect((await world.calls("chat"))[0]?.result_json).toContain("rejected");
});

test("F11, I8: a call does not go on after its server's question on an accept that a client attests", async () => {
  const tool: FakeTool = fakeTool("wipe", {
    act: () =>
      tool.ran.length === 1 ? { kind: "input-required", requests: { a: sure }, requestState: null } : said("wiped"),
  });
  const { world, chat } = await cold(tool, "accepted");
  const decision_json = JSON.stringify(attested);
  await world.store.db.updateTable("approvals").set({ decision_json }).where("kind", "=", "tool-call").execute();
  await world.settle(chat, "accept", { content: {} });
  expect(tool.ran).toHaveLength(1);
  expect((await world.calls(chat))[0]).toMatchObject({ state: "unknown" });
});
