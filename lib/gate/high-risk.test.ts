import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

test.each([
  ["assessed", "default", 5, undefined],
  ["set by the owner", "mcp.json", 5, 5],
  ["set by the owner, and moderate", "mcp.json", 3, undefined],
] as const)(
  "S0.46: a question is written with its tool's risk, and drawn as a high one only when the owner set it: %s",
  async (_, riskSource, risk, highRisk) => {
    const pay = fakeTool("pay", { risk, riskSource, flag: "always" });
    const world = await gateWorld({ tools: [pay] });
    const chat = await world.begin({ calls: [{ name: "pay", args: {} }] });
    const [open] = await world.open(chat);
    expect(open?.risk).toBe(risk);
    const { subject } = storedSubjectOf(open!);
    expect(subject.kind === "tool-call" ? subject.highRisk : null).toBe(highRisk);
  },
);
