import { randomUUID } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { createDatabase, template } from "#e2e/support/test-template.ts";
import { toldModel } from "#e2e/support/told-model.ts";
import type { AgentLimits } from "#lib/agent/hot/agent.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { buildServices } from "./build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "./open-store.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";

const told = { choicesFor: () => [], describeError: describeModelError };
const person = { id: "p1", name: "Kim" };

/** Several whole processes without their web servers on one PostgreSQL, with one model and one tool of the test. */
async function cluster(limits: Partial<AgentLimits> = {}) {
  const url = await createDatabase(inject("postgresUrl") ?? "", template);
  const model = toldModel();
  const held = Promise.withResolvers<void>();
  const slow = fakeTool("slow", { flag: "never", act: () => held.promise.then(() => said("slowly")) });
  const wipe = fakeTool("wipe", { flag: "always" });
  const parsed = parseModelSettings({});
  if ("problem" in parsed) throw new Error(parsed.problem);
  const start = async () => {
    const read = readEnv({ DATABASE_URL: url }, "/nowhere");
    if ("problem" in read) throw new Error(read.problem);
    const log = logger("silent", () => {});
    const database = await openStore(read.env, log);
    if ("problem" in database) throw new Error(database.problem);
    const running = buildServices({
      env: read.env,
      log,
      database,
      mcp: { servers: [], leftOut: [], said: [] },
      policies: await openPolicies({ database, log, folder: "/nowhere", serverIds: () => [] }),
      seal: await tokenSealOf(database),
      modelSettings: parsed.settings,
      standIns: { models: { ...told, get: () => ({ key: "told", model }) }, tools: [slow, wipe], limits },
    });
    await running.resume();
    let isOpen = true;
    const close = async () => {
      if (!isOpen) return;
      isOpen = false;
      await running.close();
      await database.close();
    };
    onTestFinished(close);
    return { ...running, agent: running.services.agent, database, close };
  };
  const first = await start();
  // The model waits for tool servers, which start once somebody is there.
  await first.services.sessions.claim(null);
  await first.database.db
    .insertInto("people")
    .values({ ...person, created_at: 0 })
    .execute();
  const post = async (at: typeof first, text: string) => {
    const turn = { personId: person.id, chatId: randomUUID(), message: { id: randomUUID(), text } };
    await startTurn(at.agent, turn);
  };
  const statuses = async () => {
    const runs = await first.database.db
      .selectFrom("runs")
      .select("status")
      .execute()
      .catch(() => []);
    return runs.map(({ status }) => status);
  };
  return { first, start, post, model, slow, wipe, finish: held.resolve, statuses };
}

type Cluster = Awaited<ReturnType<typeof cluster>>;

/** The one open card, once it is there. */
async function card({ database }: Cluster["first"]): Promise<string> {
  const pending = database.db.selectFrom("approvals").select("id").where("status", "=", "pending");
  await until(async () => (await pending.executeTakeFirst()) !== undefined, "a card");
  return (await pending.executeTakeFirstOrThrow()).id;
}

function accept({ agent }: Cluster["first"], approvalId: string) {
  return decide(agent.gate, { person, target: { approvalId }, action: "accept", via: "chat" });
}

test("an answer that another process takes starts the call where the run is in memory", async () => {
  const { first, start, post, model, wipe, statuses } = await cluster({ coldAfterMs: Infinity });
  const second = await start();
  model.tell("go", [{ calls: [{ name: "srv__wipe" }] }]);
  await post(first, "go");
  expect(await accept(second, await card(first))).toHaveProperty("decided");
  await until(async () => (await statuses())[0] === "done", "the run to end");
  expect(wipe.ran).toHaveLength(1);
  expect(second.agent.hot.size).toBe(0);
});

test("G1: an answer to a cold run counts though the process that took it did nothing more", async () => {
  const { first, start, post, model, wipe, statuses } = await cluster({ coldAfterMs: 0 });
  const second = await start();
  model.tell("go", [{ calls: [{ name: "srv__wipe" }] }]);
  await post(first, "go");
  const approvalId = await card(first);
  await until(() => first.agent.hot.size === 0, "the run to go cold");
  await accept(second, approvalId);
  await until(async () => (await statuses())[0] === "done", "the run to end");
  expect(wipe.ran).toHaveLength(1);
});

test("a process that stops hands its runs over: calls in flight end first, everything else goes on elsewhere", async () => {
  const { first, start, post, model, slow, finish, statuses } = await cluster({ coldAfterMs: Infinity });
  const hold = Promise.withResolvers<void>();
  model.tell("speak", [{ text: "A long story", hold: hold.promise }]);
  model.tell("work", [{ calls: [{ name: "srv__slow" }] }, { text: "All is done." }]);
  const second = await start();
  await post(second, "speak");
  await post(second, "work");
  await until(() => slow.ran.length === 1 && model.requests.length === 2, "both to be at work");
  const closing = second.close();
  await until(() => first.agent.hot.size === 1, "the model step to go on in the other process");
  hold.resolve();
  finish();
  await closing;
  await until(async () => (await statuses()).every((status) => status === "done"), "both runs to end");
  expect(slow.ran).toHaveLength(1);
  const calls = await first.database.db.selectFrom("tool_calls").select("state").execute();
  expect(calls).toEqual([{ state: "done" }]);
});
