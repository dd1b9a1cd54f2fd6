import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type WorldOptions } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

type Options = {
  flag?: "never" | "always";
  idempotent?: boolean;
  act?: (time: number) => ToolOutcome | Promise<never>;
} & WorldOptions;

/** A call that is running in a process which then dies; later calls of its tool end at once. */
async function interrupted({
  flag = "always",
  idempotent = true,
  act = () => said("wiped"),
  ...options
}: Options = {}) {
  const tool = fakeTool("wipe", {
    flag,
    idempotent,
    act: () => (tool.ran.length === 1 ? new Promise<never>(() => {}) : act(tool.ran.length)),
  });
  const world = await gateWorld({ tools: [tool], ...options });
  const chat = "chat";
  world.tell(chat, [{ calls: [{ name: "wipe", args: { disk: "a" } }] }, { text: "All is wiped." }]);
  await world.post(chat, chat);
  if (flag === "always") {
    await world.idle(chat);
    await world.answer(chat, "accept", { arguments: { disk: "b" }, note: "Only this one." });
  }
  await until(() => tool.ran.length === 1, "the tool to run");
  world.process.kill();
  world.process = world.start();
  const goOn = async () => {
    await world.process.resume();
    await world.idle(chat);
  };
  return { world, tool, chat, goOn };
}

test("I2: a call that its owner declared idempotent runs again after a crash, with the approval's id as its key", async () => {
  const { world, tool, chat, goOn } = await interrupted();
  await goOn();
  const [approval] = await world.approvals(chat);
  const key = approval?.id;
  expect(tool.ran).toMatchObject([
    { idempotencyKey: key, arguments: { disk: "b" } },
    { idempotencyKey: key, arguments: { disk: "b" } },
  ]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
  const kinds = (await world.audit(chat)).map(({ kind }) => kind).filter((kind) => kind.startsWith("call-"));
  expect(kinds).toEqual(["call-cleared", "call-started", "call-repeated", "call-finished"]);
  expect(world.lastPrompt()).toContain("Only this one.");
  expect(world.errors).toEqual([]);
});

test("where a policy let the call run, its own id is the key", async () => {
  const { world, tool, chat, goOn } = await interrupted({ flag: "never" });
  await goOn();
  const [call] = await world.calls(chat);
  expect(tool.ran.map(({ idempotencyKey }) => idempotencyKey)).toEqual([call?.id, call?.id]);
  expect(call?.state).toBe("done");
});

test("I8: every other call becomes unknown, and has no key", async () => {
  const { world, tool, chat, goOn } = await interrupted({ idempotent: false });
  await goOn();
  expect(tool.ran.map(({ idempotencyKey }) => idempotencyKey)).toEqual([null]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
});

test.each<[string, ToolOutcome, string]>([
  ["a sign-in", { kind: "sign-in-first", scope: null }, "for a sign-in, which nobody did"],
  [
    "a page to be opened",
    {
      kind: "links-first",
      requests: { a: { mode: "url", message: "Sign in.", requestedSchema: null, url: "https://a.example/" } },
    },
    "to open a page, which nobody did",
  ],
])(
  "I8, I19: a repeated call that waits for %s and gets none is unknown: it may have run before the crash",
  async (_, outcome, why) => {
    const { world, tool, chat, goOn } = await interrupted({ flag: "never", act: () => outcome });
    await goOn();
    await world.answer(chat, "decline");
    await world.idle(chat);
    expect(tool.ran).toHaveLength(2);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
    expect(world.lastPrompt()).toContain(why);
  },
);

test("G26: a call that ends its process each time it runs is given up with its run, and nobody knows its end", async () => {
  const act = () => new Promise<never>(() => {});
  const { world, tool, chat } = await interrupted({ act, limits: { mostLosses: 3 } });
  await world.process.resume();
  for (let ran = 2; ran <= 3; ran += 1) {
    await until(() => tool.ran.length === ran, "the tool to run again");
    await world.crash();
  }
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["failed"]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
  expect(tool.ran).toHaveLength(3);
});

test("I1, E1: it becomes unknown too when it might not run any more as it was approved, or brought us down for long", async () => {
  const changes: { [why: string]: (given: Awaited<ReturnType<typeof interrupted>>) => Promise<unknown> | void } = {
    "another definition": ({ tool }) => tool.redefine(),
    "a policy that refuses": ({ world }) => {
      world.process.gate.policy = toolApprovalPolicy.denyAll();
    },
    "other bytes": ({ world }) => world.store.db.updateTable("tool_calls").set({ effective_json: "{}" }).execute(),
    "too long ago": ({ world }) => world.advance(10 * 60_000),
    "an approval that is gone": ({ world }) =>
      world.store.db.updateTable("approvals").set({ status: "expired" }).execute(),
  };
  for (const [why, change] of Object.entries(changes)) {
    const given = await interrupted();
    await change(given);
    await given.goOn();
    expect(given.tool.ran, why).toHaveLength(1);
    expect(
      (await given.world.calls(given.chat)).map(({ state }) => state),
      why,
    ).toEqual(["unknown"]);
    expect(given.world.lastPrompt(), why).toContain("It is unknown whether this tool call took effect");
    const ended = (await given.world.audit(given.chat)).filter(({ kind }) => kind === "call-unknown");
    expect(ended, why).toHaveLength(1);
  }
});

test("the late end of the call before it changes nothing", async () => {
  const late = Promise.withResolvers<ToolOutcome>();
  const tool = fakeTool("wipe", {
    flag: "never",
    idempotent: true,
    act: () => (tool.ran.length === 1 ? late.promise : said("again", true)),
  });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls: [{ name: "wipe" }] }]);
  await world.post("chat", "go");
  await until(() => tool.ran.length === 1, "the tool to run");
  const [first, second] = [world.process, world.start()];
  await world.advance(10_000);
  await second.sweep(0);
  await until(async () => (await world.runs("chat"))[0]?.status === "done", "the run to end");
  late.resolve(said("first"));
  await until(() => first.agent.hot.size === 0, "the first process to see that it lost the run");
  expect((await world.calls("chat")).map(({ state }) => state)).toEqual(["failed"]);
  expect((await world.audit("chat")).filter(({ kind }) => kind === "call-finished")).toHaveLength(1);
});
