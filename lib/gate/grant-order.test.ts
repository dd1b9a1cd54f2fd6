import { setImmediate as immediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { call, granted, grantsIn, inChat } from "#e2e/support/granting.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { revokeGrant } from "#lib/gate/grants/revoke-grant.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

test("row 4, A11: a grant never skips the flag `always`, a refusal of the policy, a failed policy or shadow mode", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await granted({ ...inChat, reach: "everywhere" }, { tool });
  tool.flag = "always";
  expect(await call(world, chat, "wipe", {})).toBe(1);
  await world.settle(chat, "decline");
  tool.flag = "inherit";
  const { gate } = world.process;
  const { policy } = gate;
  gate.policy = toolApprovalPolicy.denyAll();
  expect(await call(world, chat, "wipe", {})).toBe(0);
  gate.policy = toolApprovalPolicy.custom(() => {
    throw new Error("broken");
  });
  expect(await call(world, chat, "wipe", {})).toBe(1);
  await world.settle(chat, "decline");
  gate.policy = policy;
  await world.store.db.updateTable("chats").set({ policy: "denyAll" }).where("id", "=", chat).execute();
  expect(await call(world, chat, "wipe", {})).toBe(0);
  expect(tool.ran).toHaveLength(1);
  expect(await grantsIn(world)).toMatchObject([{ uses: 0 }]);
});

test("row 16, A11: of the rules, those that deny beat a grant and those that ask do not", async () => {
  const file = parsePolicyFile(`
rules:
  - { id: never-system, then: deny, when: args.disk == "system" }
  - { id: all-ask, then: ask }
`);
  if ("problems" in file) throw new Error(JSON.stringify(file.problems));
  const { world, tool, chat } = await granted(inChat, { policy: file.policy });
  expect(await call(world, chat, "wipe", { disk: "b" }, { disk: "system" })).toBe(0);
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: "a" }, { disk: "b" }]);
});

test("A11: a call that a policy allows uses no grant", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await granted(inChat, { tool });
  tool.flag = "never";
  expect(await call(world, chat, "wipe", {})).toBe(0);
  expect(await grantsIn(world)).toMatchObject([{ uses: 0 }]);
  expect(tool.ran).toHaveLength(2);
});

test("S0.23, A11: what was declined in a turn does not run on a grant that is given later in it", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const both = ["a", "b"].map((disk) => ({ name: "wipe", args: { disk }, id: disk }));
  const again = [{ name: "wipe", args: { disk: "a" }, id: "again" }];
  const chat = await world.begin([{ calls: both }, { calls: again }, { text: "Done." }]);
  const [a, b] = await world.open(chat);
  await world.answer(a?.id ?? "", "decline");
  await world.decide({
    person: world.person,
    target: { approvalId: b?.id ?? "" },
    action: "accept",
    via: "chat",
    grant: inChat,
  });
  await world.idle(chat);
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: "b" }]);
  expect(await world.open(chat)).toEqual([]);
});

test("A11: no call starts on a revoked grant; only its person can revoke it", async () => {
  const { world, tool, chat } = await granted(inChat);
  const [grant] = await grantsIn(world);
  const id = grant?.id ?? "";
  const { gate } = world.process;
  expect(await revokeGrant(gate, { id, personId: world.stranger.id })).toBe("unknown");
  expect(await call(world, chat, "wipe", {})).toBe(0);
  expect(await revokeGrant(gate, { id, personId: world.person.id })).toBe("revoked");
  expect(await revokeGrant(gate, { id, personId: world.person.id })).toBe("ended");
  expect(await call(world, chat, "wipe", {})).toBe(1);
  expect(tool.ran).toHaveLength(2);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "grant-revoked")).toHaveLength(1);
});

test("A11: whenever a grant is revoked, a call ran before that or asks", async () => {
  const seen = new Set<string>();
  for (let turns = 0; turns < 60; turns += 4) {
    const { world, tool, chat } = await granted(inChat);
    const [grant] = await grantsIn(world);
    const waiting = call(world, chat, "wipe", {});
    for (let turn = 0; turn < turns; turn += 1) await (world.store.dialect === "sqlite" ? null : immediate());
    await revokeGrant(world.process.gate, { id: grant?.id ?? "", personId: "p1" });
    const asked = await waiting;
    const ran = tool.ran.length - 1;
    expect(asked + ran).toBe(1);
    expect(await grantsIn(world)).toMatchObject([{ uses: ran, ended_by: "revoked" }]);
    const kinds = (await world.audit(chat)).map(({ kind }) => kind);
    if (ran === 1) expect(kinds.indexOf("grant-used")).toBeLessThan(kinds.indexOf("grant-revoked"));
    seen.add(ran === 1 ? "ran" : "asked");
    await world.close();
  }
  expect(seen.has("asked")).toBe(true);
});

test("A11: a call that its server interrupted goes on while its grant stands, used up or not, and is given up once it is taken back", async () => {
  for (const end of [null, "revoked", "password-reset"] as const) {
    const revoked = end !== null;
    const requestedSchema = { type: "object", properties: {} };
    const question = { mode: "form" as const, message: "All of them?", requestedSchema, url: null };
    const tool: FakeTool = fakeTool("wipe", {
      act: (): ToolOutcome =>
        tool.ran.length === 2
          ? { kind: "input-required", requests: { all: question }, requestState: null }
          : said("ok"),
    });
    const { world, chat } = await granted({ ...inChat, maxUses: 1 }, { tool });
    const [grant] = await grantsIn(world);
    expect(await call(world, chat, "wipe", {})).toBe(1);
    if (revoked) {
      await world.store.db.updateTable("grants").set({ ended_at: null, ended_by: null }).execute();
      const revoke = () => revokeGrant(world.process.gate, { id: grant?.id ?? "", personId: "p1" });
      if (end === "revoked") expect(await revoke()).toBe("revoked");
      else await world.store.db.updateTable("grants").set({ ended_at: 1, ended_by: end }).execute();
    }
    await world.settle(chat, "accept", { content: {} });
    expect(tool.ran).toHaveLength(revoked ? 2 : 3);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done", revoked ? "unknown" : "done"]);
    expect(await grantsIn(world)).toMatchObject([{ uses: 1 }]);
  }
});

test("A11, I8: a repeatable call that a crash cut off is repeated on its grant without being counted again, unless that was revoked", async () => {
  for (const revoked of [false, true]) {
    const tool: FakeTool = fakeTool("wipe", {
      idempotent: true,
      act: () => (tool.ran.length === 2 ? new Promise<ToolOutcome>(() => {}) : said("ok")),
    });
    const { world, chat } = await granted({ ...inChat, maxUses: 3 }, { tool });
    const [grant] = await grantsIn(world);
    world.tell("again", [{ calls: [{ name: "wipe", args: {} }] }, { text: "Done." }]);
    await world.post(chat, "again");
    await until(() => tool.ran.length === 2, "the call to run");
    if (revoked) await revokeGrant(world.process.gate, { id: grant?.id ?? "", personId: "p1" });
    await world.crash();
    await world.idle(chat);
    expect(tool.ran).toHaveLength(revoked ? 2 : 3);
    expect((await world.calls(chat)).at(-1)?.state).toBe(revoked ? "unknown" : "done");
    expect(await grantsIn(world)).toMatchObject([{ uses: 1 }]);
  }
});
