import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, streamOf, until } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { decide } from "#lib/gate/answer/decide.ts";

const inputSchema = { type: "object", properties: { disk: { type: "string" } }, additionalProperties: false };

test("S3.9: a call is parsed, found, checked, judged, asked about and run, in this order and no further than it gets", async () => {
  const judged: unknown[] = [];
  const policy = toolApprovalPolicy.custom(({ arguments: { disk } }) => {
    judged.push(disk);
    return disk === "c" ? { verdict: "deny", reason: "Never c." } : true;
  });
  const world = await gateWorld({ tools: [fakeTool("wipe", { inputSchema })], policy });
  const kindsFor = async (name: string, args: unknown) => {
    judged.length = 0;
    const chat = await world.begin({ calls: [{ name, args }] });
    if ((await world.open(chat)).length > 0) await world.settle(chat, "accept");
    return (await world.audit(chat)).map(({ kind }) => kind);
  };
  expect(await kindsFor("wipe", "{")).toEqual([]);
  expect(await kindsFor("no_such_tool", {})).toEqual([]);
  expect(judged).toEqual([]);
  expect(await kindsFor("wipe", { disk: 5 })).toEqual(["call-refused"]);
  expect(judged).toEqual([]);
  expect(await kindsFor("wipe", { disk: "c" })).toEqual(["verdict-given", "call-refused"]);
  expect(await kindsFor("wipe", { disk: "a" })).toEqual([
    "verdict-given",
    "approval-opened",
    "approval-decided",
    "call-cleared",
    "call-started",
    "call-finished",
  ]);
});

test("S0.16: every call of a step is judged before a gated one of them runs", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const calls = Array.from({ length: 20 }, (_, disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  world.tell("go", [{ calls }]);
  await world.post("chat", "go");
  // The first card is answered as soon as it is there.
  await until(async () => (await world.open("chat")).length > 0, "the first card");
  await world.answer("chat", "accept");
  await world.idle("chat");
  const kinds = (await world.audit("chat")).map(({ kind }) => kind);
  expect(tool.ran).toHaveLength(1);
  expect(kinds.lastIndexOf("verdict-given")).toBeLessThan(kinds.indexOf("call-started"));
});

test("S0.24, G11: a card waits on whoever watches or stops watching, and whatever the streams do", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ text: "I will wipe.", calls: [{ name: "wipe" }] }]);
  await streamOf(await world.post("chat", "go")).cancel();
  await world.idle("chat");
  await world.advance(299_000);
  await world.process.sweep();
  expect(await world.open("chat")).toHaveLength(1);
  await world.settle("chat", "accept");
  expect(tool.ran).toHaveLength(1);
  expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["done"]);
});

test("G4: when the reply to an answer is lost, the row says what was decided, and asking again tells it", async () => {
  const seen = new Set<string>();
  for (let statement = 0, replied = false; !replied; statement += 1) {
    const tool = fakeTool("wipe");
    const world = await gateWorld({ tools: [tool] });
    const chat = await world.begin({ calls: [{ name: "wipe" }] });
    await world.crash();
    const [approval] = await world.open(chat);
    const target = { approvalId: approval?.id ?? "" };
    const answer = { person: world.person, target, action: "accept", via: "chat" } as const;
    world.process.killAtStatement(statement);
    const [reply] = await Promise.allSettled([decide(world.process.gate, answer)]);
    replied = reply.status === "fulfilled";
    const status = (await world.approvals(chat))[0]?.status ?? "";
    seen.add(`${reply.status} ${status}`);
    await world.crash();
    expect(await world.decide(answer), `killed at ${statement}`).toMatchObject({ decided: { status: "accepted" } });
    await world.idle(chat);
    expect(tool.ran, `killed at ${statement}`).toHaveLength(1);
    expect((await world.audit(chat)).filter(({ kind }) => kind === "approval-decided")).toHaveLength(1);
    await world.close();
  }
  expect(seen).toEqual(new Set(["rejected pending", "rejected accepted", "fulfilled accepted"]));
});
