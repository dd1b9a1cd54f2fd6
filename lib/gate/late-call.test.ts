import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { call, granted, inChat } from "#e2e/support/granting.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { countVersion, policyVersionKey, preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import { inTransaction } from "#lib/store/engine/database.ts";

test("E15, row 25, S4.18: a started call that waited may go only while what let it start stands, whichever process tightened it", async () => {
  const over = Promise.withResolvers<void>();
  let mayStillGo: (() => Promise<boolean>) | undefined;
  const tool = fakeTool("wipe", {
    act: async (call) => {
      ({ mayStillGo } = call);
      await over.promise;
      return said("ok");
    },
  });
  const world = await gateWorld({ tools: [tool] });
  const { gate } = world.process;
  const { db } = world.store;
  const chat = await world.begin([{ calls: [{ name: "wipe" }] }, { text: "Done." }]);
  await world.answer(chat, "accept");
  await until(() => mayStillGo !== undefined, "the call to start");
  const looks: boolean[] = [];
  const look = async () => void looks.push((await mayStillGo?.()) ?? false);
  const { policy } = gate;
  await look();
  gate.policy = toolApprovalPolicy.denyAll();
  await look();
  gate.policy = policy;
  await db.updateTable("chats").set({ policy: "denyAll" }).execute();
  await look();
  await db.updateTable("chats").set({ policy: null }).execute();
  tool.risk = 3;
  await look();
  tool.risk = 1;
  await look();
  const [run] = await world.runs(chat);
  const inForce = () => preconditionsOf(world.store, { run_id: run?.id ?? "" });
  let known = await inForce();
  gate.shared = {
    versions: () => known,
    catchUp: async () => {
      known = await inForce();
      gate.policy = toolApprovalPolicy.denyAll();
    },
  };
  await inTransaction(world.store, (trx) => countVersion(trx, policyVersionKey));
  await look();
  gate.policy = policy;
  await db.updateTable("runs").set({ ended_at: 1 }).execute();
  await look();
  expect(looks).toEqual([true, false, false, false, true, false, false]);
  await db.updateTable("runs").set({ ended_at: null }).execute();
  over.resolve();
  await world.idle(chat);
});

test("E15, row 4: what waits after a start by a grant goes only while no rule asks that a grant cannot answer", async () => {
  const over = Promise.withResolvers<void>();
  let mayStillGo: (() => Promise<boolean>) | undefined;
  const tool = fakeTool("wipe", {
    act: async (started) => {
      // The first call runs on the answer itself.
      if (started.arguments["disk"] === "a") return said("ok");
      ({ mayStillGo } = started);
      await over.promise;
      return said("ok");
    },
  });
  const { world, chat } = await granted(inChat, { tool });
  const { gate } = world.process;
  const { policy } = gate;
  const second = call(world, chat, "wipe", { disk: "b" });
  await until(() => mayStillGo !== undefined, "the call to start");
  expect(await mayStillGo?.()).toBe(true);
  // Which cannot be decided on these arguments: whoever wrote it meant to refuse some.
  gate.policy = policyOf(`rules: [{ tool: wipe, when: 'args.missing == "x"', then: deny }]`);
  expect(await mayStillGo?.()).toBe(false);
  gate.policy = policyOf("rules: [{ tool: wipe, then: ask }]");
  expect(await mayStillGo?.()).toBe(true);
  gate.policy = policy;
  over.resolve();
  await second;
});
