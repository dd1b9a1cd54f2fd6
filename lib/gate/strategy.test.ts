import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { approvalStrategy } from "#lib/policies/approval-strategy.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { JudgedCall } from "#lib/gate/contract/on-tool-call.ts";

const yes = approvalStrategy.autoApprove({ production: false });
const wipe = { calls: [{ name: "wipe", args: { disk: 1 } }] };

async function begun(flag: "inherit" | "always" | "never", options: WorldOptions) {
  const tool = fakeTool("wipe", { flag });
  const world = await gateWorld({ tools: [tool], ...options });
  return { tool, world, chat: await world.begin(wipe) };
}

test("S1.10: autoApprove runs what a policy asks, autoDeny refuses it, and without either it waits for a person", async () => {
  const approved = await begun("inherit", { strategy: yes });
  expect(approved.tool.ran).toHaveLength(1);
  expect((await approved.world.audit(approved.chat))[0]).toMatchObject({ ruleId: "strategy:auto-approve" });
  const denied = await begun("inherit", { strategy: approvalStrategy.autoDeny() });
  expect(denied.tool.ran).toEqual([]);
  expect(await denied.world.approvals(denied.chat)).toEqual([]);
  for (const options of [{}, { strategy: approvalStrategy.parked() }]) {
    const parked = await begun("inherit", options);
    expect(parked.tool.ran).toEqual([]);
    expect(await parked.world.open(parked.chat)).toHaveLength(1);
  }
});

test("S1.10: a strategy changes neither what runs anyway nor what is refused", async () => {
  expect((await begun("never", { strategy: approvalStrategy.autoDeny() })).tool.ran).toHaveLength(1);
  const refusing = toolApprovalPolicy.custom(() => ({ verdict: "deny", reason: "Not here." }));
  expect((await begun("never", { strategy: yes, policy: refusing })).tool.ran).toEqual([]);
});

test("S1.10: autoApprove exists in code only and not in production; a likeness of it approves nothing", async () => {
  expect(() => approvalStrategy.autoApprove({ production: true })).toThrow("refused in production");
  expect(() => approvalStrategy.autoApprove({} as { production: boolean })).toThrow("refused in production");
  const { tool } = await begun("inherit", { strategy: { kind: "autoApprove" } });
  expect(tool.ran).toEqual([]);
});

test("row 4: a tool flagged `always`, and a policy that failed, reach a person whatever the strategy", async () => {
  const always = await begun("always", { strategy: yes });
  expect(always.tool.ran).toEqual([]);
  expect(await always.world.open(always.chat)).toHaveLength(1);
  const failing = toolApprovalPolicy.custom(() => {
    throw new Error("no rules today");
  });
  const failed = await begun("inherit", { strategy: yes, policy: failing });
  expect(failed.tool.ran).toEqual([]);
  expect(await failed.world.open(failed.chat)).toHaveLength(1);
});

test("S1.7, S1.17: denyAll beats autoApprove: cancelled, and the executor never ran", async () => {
  for (const flag of ["never", "inherit", "always"] as const) {
    const tool = fakeTool("wipe", {
      flag,
      act: () => {
        throw new Error("The executor ran.");
      },
    });
    const world = await gateWorld({ tools: [tool], policy: toolApprovalPolicy.denyAll(), strategy: yes });
    const chat = await world.begin(wipe);
    expect(tool.ran).toEqual([]);
    expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
    expect(world.lastPrompt()).toContain("Tool execution denied by policy");
    expect(world.errors).toEqual([]);
  }
});

test("S1.15: the hook hears of each call after it was judged, in a copy of its own, before anything is done", async () => {
  const heard: JudgedCall[] = [];
  const tool = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({
    tools: [tool],
    onToolCall: (call) => {
      expect(tool.ran).toEqual([]);
      heard.push(structuredClone(call));
      call.arguments["disk"] = 666;
      call.verdict.verdict = "deny";
    },
  });
  await world.begin(wipe);
  expect(heard).toMatchObject([
    { toolName: "wipe", serverId: "srv", arguments: { disk: 1 }, verdict: { verdict: "allow", ruleId: "flag:never" } },
  ]);
  expect(tool.ran).toMatchObject([{ arguments: { disk: 1 } }]);
});

test("S1.15: a hook that throws, rejects or never ends changes no outcome", async () => {
  const hooks = [
    () => {
      throw new Error("thrown");
    },
    () => Promise.reject(new Error("rejected")),
    () => new Promise<void>(() => {}),
  ];
  for (const onToolCall of hooks) {
    const { tool, world, chat } = await begun("inherit", { onToolCall });
    await world.settle(chat, "accept");
    expect(tool.ran).toHaveLength(1);
  }
});
