import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { approvalStrategy } from "#lib/policies/approval-strategy.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const annotated = toolApprovalPolicy.annotated();
const yes = (policy: ToolApprovalPolicy = annotated) => approvalStrategy.autoApprove(policy, { production: false });
const wipe = { calls: [{ name: "wipe", args: { disk: 1 } }] };

async function begun(flag: "inherit" | "always" | "never", options: WorldOptions) {
  const tool = fakeTool("wipe", { flag });
  const world = await gateWorld({ tools: [tool], ...options });
  return { tool, world, chat: await world.begin(wipe) };
}

test("S1.10: autoApprove runs what a policy asks, autoDeny refuses it, and without either it waits for a person", async () => {
  const approved = await begun("inherit", { policy: yes() });
  expect(approved.tool.ran).toHaveLength(1);
  expect((await approved.world.audit(approved.chat))[0]).toMatchObject({
    reason: expect.stringContaining("autoApprove"),
  });
  const denied = await begun("inherit", { policy: approvalStrategy.autoDeny(annotated) });
  expect(denied.tool.ran).toEqual([]);
  expect(await denied.world.approvals(denied.chat)).toEqual([]);
  const parked = await begun("inherit", {});
  expect(parked.tool.ran).toEqual([]);
  expect(await parked.world.open(parked.chat)).toHaveLength(1);
});

test("S1.10: a strategy changes neither what runs anyway nor what is refused", async () => {
  expect((await begun("never", { policy: approvalStrategy.autoDeny(annotated) })).tool.ran).toHaveLength(1);
  const refusing = toolApprovalPolicy.custom(() => ({ verdict: "deny", reason: "Not here." }));
  expect((await begun("never", { policy: yes(refusing) })).tool.ran).toEqual([]);
});

test("S1.10: autoApprove exists in code only and not in production", () => {
  expect(() => approvalStrategy.autoApprove(annotated, { production: true })).toThrow("refused in production");
  const unsaid = {} as { production: boolean };
  expect(() => approvalStrategy.autoApprove(annotated, unsaid)).toThrow("refused in production");
});

test("row 4: a tool flagged `always`, and a policy that failed, reach a person whatever the strategy", async () => {
  const always = await begun("always", { policy: yes() });
  expect(always.tool.ran).toEqual([]);
  expect(await always.world.open(always.chat)).toHaveLength(1);
  const failing = toolApprovalPolicy.custom(() => {
    throw new Error("no rules today");
  });
  const failed = await begun("inherit", { policy: yes(failing) });
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
    const world = await gateWorld({ tools: [tool], policy: yes(toolApprovalPolicy.denyAll()) });
    const chat = await world.begin(wipe);
    expect(tool.ran).toEqual([]);
    expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
    expect(world.lastPrompt()).toContain("Tool execution denied by policy");
    expect(world.errors).toEqual([]);
  }
});

test("S1.15: whoever hears of records hears of each call after it was judged, before anything is done", async () => {
  const heard: unknown[] = [];
  const tool = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({ tools: [tool] });
  const { gate } = world.process;
  gate.database = {
    ...gate.database,
    recorded: (rows) => {
      const verdicts = rows.filter(({ event }) => event.kind === "verdict-given");
      if (verdicts.length > 0) expect(tool.ran).toEqual([]);
      heard.push(...verdicts.map(({ event }) => event));
    },
  };
  const chat = await world.begin(wipe);
  const [{ digest } = {}] = await world.calls(chat);
  expect(heard).toMatchObject([{ tool: "wipe", verdict: "allow", ruleId: "flag:never", digest }]);
  expect(tool.ran).toMatchObject([{ arguments: { disk: 1 } }]);
});
