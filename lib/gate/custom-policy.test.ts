import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

test("S3.4, I5: a policy in code that fails asks, runs nothing by itself, and is on the record with the question", async () => {
  const tool = fakeTool("wipe");
  const broken = toolApprovalPolicy.custom(() => {
    throw new Error("password=hunter2");
  }, "policies/broken.ts");
  const world = await gateWorld({ tools: [tool], policy: broken });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
  const reason = "The policy in policies/broken.ts failed, so a person is asked.";
  const given = (await world.audit(chat)).filter(({ kind }) => kind === "verdict-given");
  expect(given).toEqual([expect.objectContaining({ verdict: "ask", ruleId: "policy:failed", reason })]);
  expect(JSON.stringify(given)).not.toContain("hunter2");
  expect(world.errors.map(({ message }) => message)).toEqual(["policy.failed"]);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});

test("S1.8: a policy in code is asked at each call, with the person, the role and the agent that calls", async () => {
  const seen: unknown[] = [];
  const policy = toolApprovalPolicy.custom(({ person, caller, tool }) => {
    seen.push([person.id, person.name, person.role, caller, tool.name]);
    return false;
  });
  const tool = fakeTool("read");
  const world = await gateWorld({ tools: [tool], policy });
  await world.begin({ calls: [{ name: "read" }, { name: "read", args: { page: 2 } }] });
  expect(seen).toEqual([
    ["p1", "Kim", "owner", "chat", "read"],
    ["p1", "Kim", "owner", "chat", "read"],
  ]);
  expect(tool.ran).toHaveLength(2);
});
