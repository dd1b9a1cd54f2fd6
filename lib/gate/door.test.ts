import { expect, test } from "vitest";
import { proposeAt, throughDoor } from "#e2e/support/door.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import type { AppProcess } from "#e2e/support/app-process.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { Asker } from "#lib/gate/contract/asker.ts";
import { expireDue } from "#lib/gate/answer/expire.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { chatSummaries } from "#lib/store/chats/chats.ts";
import { renewLeases } from "#lib/store/runs/leases.ts";

/** Keeps what is open in front of somebody. */
function listing() {
  const open = new Map<string, ApprovalView>();
  const asker: Asker = {
    put: (question) => void open.set(question.approvalId, question),
    withdraw: ({ approvalId }) => void open.delete(approvalId),
  };
  return { open, asker };
}

async function atTheDoor(name = "wipe") {
  const tool = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gateWorld({ tools: [tool, fakeTool("look", { flag: "never" })] });
  const { gate } = world.process;
  const { open, asker } = listing();
  const run = await proposeAt(gate, world.person.id, [{ wireName: name, input: { disk: "a" } }]);
  const result = throughDoor(gate, run, asker, new AbortController().signal);
  const question = async () => {
    await until(() => open.size === 1, "the question");
    return [...open.values()][0]!;
  };
  return { world, tool, run, result, open, question };
}

test("S0.33, I1: another door's call waits at its own asker for a person, runs once, and its result comes back", async () => {
  const { world, tool, run, result, open, question } = await atTheDoor();
  const asked = await question();
  expect(asked).toMatchObject({ status: "pending", subject: { kind: "tool-call", argumentsJson: '{"disk":"a"}' } });
  expect(tool.ran).toEqual([]);
  expect(await world.answer(asked.approvalId, "accept", { digest: asked.digest })).toHaveProperty("decided");
  expect(await result).toEqual(["wiped"]);
  expect(tool.ran).toMatchObject([{ arguments: { disk: "a" }, digest: asked.digest }]);
  expect(open.size).toBe(0);
  expect((await world.audit(run.chat_id)).map(({ kind }) => kind)).toEqual([
    "verdict-given",
    "approval-opened",
    "approval-decided",
    "call-cleared",
    "call-started",
    "call-finished",
  ]);
  expect(world.errors).toEqual([]);
});

test("S0.34, S0.35, I4: a no, or no answer in time, reaches no tool of another door either", async () => {
  for (const end of ["decline", "timeout"] as const) {
    const { world, tool, run, result, open, question } = await atTheDoor();
    const { approvalId } = await question();
    if (end === "decline") await world.answer(approvalId, "decline");
    else {
      await world.advance(300_000);
      const { gate } = world.process;
      // The door holds its run all the while, so nobody else takes it over.
      await renewLeases(gate.database, gate.processId, [run.id]);
      await expireDue(gate, { upSinceMs: 300_000 });
    }
    expect((await result)[0]).toContain("not run");
    expect(tool.ran).toEqual([]);
    expect(open.size).toBe(0);
  }
});

test("a call that needs nobody asks nobody at another door, and its session is none of the person's chats", async () => {
  const { world, result, open } = await atTheDoor("look");
  expect(await result).toEqual(["ok"]);
  expect(open.size).toBe(0);
  expect(await chatSummaries(world.store, world.person.id)).toEqual([]);
});

test("S0.16: every call of another door is judged before a gated one of them runs", async () => {
  const answered = Promise.withResolvers<void>();
  const tool = fakeTool("wipe");
  const policy = toolApprovalPolicy.custom(async ({ arguments: { disk } }) => {
    if (disk !== "b") return true;
    await answered.promise;
    // Time enough for the other call to start.
    for (let turn = 0; turn < 50; turn += 1) await world.audit(run.chat_id);
    return { verdict: "deny", reason: `${tool.ran.length} ran before` };
  });
  const world = await gateWorld({ tools: [tool], policy });
  const { gate } = world.process;
  const wanted = ["a", "b"].map((disk) => ({ wireName: "wipe", input: { disk } }));
  const run = await proposeAt(gate, world.person.id, wanted);
  const put = async ({ approvalId, digest }: ApprovalView) => {
    await world.answer(approvalId, "accept", { digest });
    answered.resolve();
  };
  const asker: Asker = { put: (question) => void put(question), withdraw: () => {} };
  const [, refused] = await throughDoor(gate, run, asker, new AbortController().signal);
  expect(refused).toContain("0 ran before");
  expect(tool.ran).toHaveLength(1);
});

/** A catalogue that offers this tool to chats and to no other door. */
function onlyInChats({ gate }: AppProcess, name: string): void {
  const { offered } = gate.catalogue;
  gate.catalogue.offered = (to) =>
    to.origin === "chat" ? offered(to) : new Map([...offered(to)].filter(([wireName]) => wireName !== name));
}

test("S0.47, S0.35: a call of what is not on offer at its door asks nobody and runs nothing; a chat may call it", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool, fakeTool("look", { flag: "never" })] });
  const { gate } = world.process;
  const { open, asker } = listing();
  const wanted = ["wipe", "look"].map((wireName) => ({ wireName, input: {} }));
  const run = await proposeAt(gate, world.person.id, wanted);
  onlyInChats(world.process, "wipe");
  const [wiped, looked] = await throughDoor(gate, run, asker, new AbortController().signal);
  expect(wiped).toContain("was not run: it is not available");
  expect(looked).toBe("ok");
  expect(open.size).toBe(0);
  expect(await world.approvals(run.chat_id)).toEqual([]);
  const chat = await world.begin({ calls: [{ name: "wipe", args: {} }] });
  expect(await world.open(chat)).toHaveLength(1);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});

test("S0.47, I4: a tool that is taken off the offer of a door while its question is open is not started", async () => {
  const { world, tool, result, question } = await atTheDoor();
  const { approvalId, digest } = await question();
  onlyInChats(world.process, "wipe");
  expect(await world.answer(approvalId, "accept", { digest })).toHaveProperty("decided");
  expect((await result)[0]).toContain("was not run: it is not available");
  expect(tool.ran).toEqual([]);
});
