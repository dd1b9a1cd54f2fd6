import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

test("Stop while a card is open cancels it, says so, and an accept afterwards is a conflict", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  const [approval] = await world.open(chat);
  expect(await world.process.chats.stop(world.person.id, chat)).toEqual({ stopped: true });
  await world.idle(chat);
  const accept = { person: world.person, target: { approvalId: approval?.id ?? "" }, action: "accept" } as const;
  expect(await world.decide({ ...accept, via: "chat" })).toMatchObject({ refused: "settled", status: "cancelled" });
  expect(tool.ran).toEqual([]);
  expect(world.model.requests).toHaveLength(1);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["stopped"]);
  const { parts } = await world.message(chat);
  expect(parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "stopped" } });
  expect(parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({ state: "output-denied" });
  const audit = await world.audit(chat);
  expect(audit.slice(-2)).toMatchObject([
    { kind: "approval-ended", status: "cancelled", endedBy: "stop" },
    { kind: "call-refused", digest: approval?.digest },
  ]);
});

test("Stop on a card that no process works on does the same", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  const [approval] = await world.open(chat);
  await world.crash();
  expect(await world.process.chats.stop(world.person.id, chat)).toEqual({ stopped: true });
  expect(await world.answer(approval?.id ?? "", "accept")).toMatchObject({ refused: "settled" });
  await world.idle(chat);
  expect(tool.ran).toEqual([]);
  const { parts } = await world.message(chat);
  expect(parts.filter(({ type }) => type === "data-notice")).toHaveLength(1);
  expect(parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({ state: "output-denied" });
  expect((await world.audit(chat)).at(-1)).toMatchObject({ kind: "call-refused" });
});

test("Stop while text streams keeps the text that was seen", async () => {
  const world = await gateWorld();
  const hold = Promise.withResolvers<void>();
  world.tell("go", [{ reasoning: "Hm.", text: "I see seven", hold: hold.promise }]);
  await world.post("chat", "go");
  const hot = [...world.process.agent.hot.values()][0];
  await until(() => hot?.stream.subscribers === 0 || world.model.requests.length === 1, "the model to be asked");
  await until(async () => (await streamed(hot?.stream.join())).includes("seven"), "the text");
  await world.process.chats.stop(world.person.id, "chat");
  await world.idle("chat");
  expect((await world.message("chat")).parts).toMatchObject([
    { type: "step-start" },
    { type: "reasoning", text: "Hm.", state: "done" },
    { type: "text", text: "I see seven", state: "done" },
    { type: "data-notice", data: { kind: "stopped" } },
  ]);
  expect(world.errors).toEqual([]);
  await world.post("chat", "and now?");
  await world.idle("chat");
  expect(world.lastPrompt()).toContain("I see seven");
});

/** The text that a late client gets at once. */
async function streamed(stream: ReadableStream<{ type: string }> | undefined): Promise<string> {
  const reader = stream?.getReader();
  let text = "";
  for (let last = ""; reader && last !== "text-delta";) {
    const { value, done } = await reader.read();
    if (done) break;
    last = value.type;
    text += JSON.stringify(value);
  }
  await reader?.cancel();
  return text;
}

test("Stop while a tool runs aborts it; what it did is unknown, and a late result changes nothing", async () => {
  const held = Promise.withResolvers<ToolOutcome>();
  const signals: AbortSignal[] = [];
  const tool = fakeTool("wipe", {
    flag: "never",
    act: ({ signal }) => {
      signals.push(signal);
      return Promise.race([
        held.promise,
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ]);
    },
  });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls }]);
  await world.post("chat", "go");
  await until(() => tool.ran.length === 1, "the tool to run");
  await world.process.chats.stop(world.person.id, "chat");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  held.resolve(said("late"));
  await world.idle("chat");
  expect((await world.calls("chat")).map(({ state }) => state)).toEqual(["unknown"]);
  expect((await world.message("chat")).parts).toMatchObject([
    { type: "step-start" },
    { type: "dynamic-tool", state: "output-error" },
    { type: "data-unasked" },
    { type: "data-notice", data: { kind: "stopped" } },
  ]);
  expect((await world.audit("chat")).at(-1)).toMatchObject({ kind: "call-unknown" });
  // A stopped run asks the model nothing more.
  expect(world.model.requests).toHaveLength(1);
});

test("E13: a tool that ignores the stop and answers later changes nothing", async () => {
  const held = Promise.withResolvers<ToolOutcome>();
  const tool = fakeTool("wipe", { flag: "never", act: () => held.promise });
  const world = await gateWorld({ tools: [tool], limits: { abandonAfterMs: 20 } });
  world.tell("go", [{ calls }]);
  await world.post("chat", "go");
  await until(() => tool.ran.length === 1, "the tool to run");
  await world.process.chats.stop(world.person.id, "chat");
  const before = await world.message("chat");
  held.resolve(said("late"));
  await new Promise((resolve) => setImmediate(resolve));
  expect((await world.calls("chat")).map(({ state }) => state)).toEqual(["unknown"]);
  expect(await world.message("chat")).toEqual(before);
  expect((await world.audit("chat")).filter(({ kind }) => kind === "call-finished")).toEqual([]);
});

test("Stop while the run is being taken over stops it before the model is asked again", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  let count = 0;
  for (let moment = 0; moment < 200; moment += 10) {
    const chat = await world.begin({ calls });
    await world.crash();
    const asked = world.model.requests.length;
    const answering = world.answer(chat, "decline");
    for (let turn = 0; turn < moment; turn += 1) await null;
    const stopped = await world.process.chats.stop(world.person.id, chat);
    await answering;
    await world.idle(chat);
    const last = (await world.runs(chat)).at(-1);
    const isStopped = stopped !== null && stopped !== "cards-wait" && stopped.stopped;
    expect(last?.status).toBe(isStopped ? "stopped" : "done");
    // Over a connection the run may have come as far as the model before the Stop did.
    const most = world.store.dialect === "sqlite" ? asked : asked + 1;
    if (isStopped) expect(world.model.requests.length, `stopped at ${moment}`).toBeLessThanOrEqual(most);
    const notices = (await world.message(chat)).parts.filter(({ type }) => type === "data-notice");
    // Over a connection the whole answer may have come before the Stop.
    expect(notices, `stopped at ${moment}`).toHaveLength(isStopped ? 1 : 0);
    if (isStopped) count += 1;
  }
  expect(count).toBeGreaterThan(0);
  expect(tool.ran).toEqual([]);
});

test("an accepted call that Stop overtakes is refused, with the reason and an audit row", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { abandonAfterMs: 20 } });
  const chat = await world.begin({ calls });
  await world.crash();
  const [approval] = await world.open(chat);
  const { gate } = world.process;
  const settled = Promise.withResolvers<void>();
  gate.catalogue = { ...gate.catalogue, ready: () => settled.promise };
  await world.answer(approval?.id ?? "", "accept");
  await world.process.chats.stop(world.person.id, chat);
  settled.resolve();
  await world.idle(chat);
  expect(tool.ran).toEqual([]);
  const [call] = await world.calls(chat);
  expect(call).toMatchObject({ state: "refused" });
  expect(call?.result_json).toContain("the user stopped the run");
  expect(call?.result_json).not.toContain("before answering");
  expect((await world.audit(chat)).at(-1)).toMatchObject({ kind: "call-refused" });
});

test("F10, I6: a key stops no run that waits for a person, wherever it is; it stops one that only works", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  const stop = (byKey: boolean) => world.process.chats.stop(world.person.id, chat, byKey);
  expect(await stop(true)).toBe("cards-wait");
  await world.crash();
  expect(await stop(true)).toBe("cards-wait");
  expect((await world.runs(chat)).map(({ ended_at }) => ended_at)).toEqual([null]);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);

  const hold = Promise.withResolvers<void>();
  world.tell("talk", [{ text: "On and on", hold: hold.promise }]);
  await world.post(chat, "talk");
  expect(await stop(true)).toEqual({ stopped: true });
  hold.resolve();
  await world.idle(chat);
});
