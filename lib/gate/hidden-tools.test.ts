import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const hideWipe = policyOf('rules:\n  - { id: no-wipe, tool: wipe, then: deny, hide: true, reason: "Not here." }');

test("row 14: a hidden tool is not on the list of the model, and refused and recorded when it is called all the same", async () => {
  const wipe = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({ tools: [wipe, fakeTool("read")], policy: hideWipe });
  const chat = await world.begin({ calls: [{ name: "wipe", args: { disk: "a" } }] });
  expect(world.model.requests.map(toolNames)).toEqual([["read"], ["read"]]);
  expect(wipe.ran).toEqual([]);
  expect(await world.calls(chat)).toMatchObject([{ state: "refused", wire_name: "wipe" }]);
  expect((await world.audit(chat)).map(({ kind }) => kind)).toEqual(["verdict-given", "call-refused"]);
  expect(world.lastPrompt()).toContain("Not here.");
  expect(world.errors).toEqual([]);
});

test("row 14: a tool that is hidden between the list and the call is refused", async () => {
  const wipe = fakeTool("wipe", { flag: "never" });
  let inForce: ToolApprovalPolicy = toolApprovalPolicy.annotated();
  const world = await gateWorld({ tools: [wipe], policy: toolApprovalPolicy.annotated() });
  Object.defineProperty(world.process.gate, "policy", { get: () => inForce });
  world.tell("go", () => {
    // The model has its list by now.
    inForce = hideWipe;
    return wipe.ran.length === 0 && world.model.requests.length === 1
      ? { calls: [{ name: "wipe" }] }
      : { text: "Done." };
  });
  await world.post("chat", "go");
  await world.idle("chat");
  expect(world.model.requests.map(toolNames)).toEqual([["wipe"], []]);
  expect(wipe.ran).toEqual([]);
  expect(await world.calls("chat")).toMatchObject([{ state: "refused" }]);
});

test("row 14: a tool hidden from some callers and people is still shown to the others", async () => {
  const text =
    "rules:\n  - { tool: wipe, caller: 'agent:*', then: deny, hide: true }\n  - { tool: read, user: p2, then: deny, hide: true }";
  const helper = {
    name: "helper",
    description: "Helps.",
    instructions: "Help.",
    tools: ["*"],
    agents: [],
    model: null,
  };
  const tools = [fakeTool("wipe"), fakeTool("read")];
  const world = await gateWorld({ tools, policy: policyOf(text), workers: [helper] });
  world.tell("Do it.", [{ text: "Done." }]);
  await world.begin({ calls: [{ name: "delegate_to_helper", args: { task: "Do it." } }] });
  const [inChat, inWork] = world.model.requests.map(toolNames);
  expect(inChat).toEqual(["delegate_to_helper", "read", "wipe"]);
  expect(inWork).toEqual(["read"]);
});

function toolNames({ tools = [] }: { tools?: { name: string }[] }): string[] {
  return tools.map(({ name }) => name).toSorted();
}
