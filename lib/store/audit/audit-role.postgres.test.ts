import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { toldModel } from "#e2e/support/told-model.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { buildServices } from "#lib/server/start/build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { verifyAudit } from "#lib/server/audit/verify-audit.ts";

const told = { choicesFor: () => [], describeError: describeModelError };
const script = readFileSync(path.resolve(import.meta.dirname, "../../../docs/audit-role.sql"), "utf8");

/** A whole app without its web server, as the user of this address. */
async function appAs(url: string) {
  const model = toldModel();
  const pay = fakeTool("pay", { flag: "always" });
  const settings = parseModelSettings({});
  const read = readEnv({ DATABASE_URL: url }, "/nowhere");
  if ("problem" in read || "problem" in settings) throw new Error("The settings are not usable.");
  const logged: string[] = [];
  const log = logger("warn", (line) => logged.push(line));
  const database = await openStore(read.env, log);
  if ("problem" in database) throw new Error(database.problem);
  const running = buildServices({
    env: read.env,
    log,
    database,
    mcp: { servers: [], leftOut: [], said: [] },
    policies: await openPolicies({ database, log, folder: "/nowhere", serverIds: () => [] }),
    seal: await tokenSealOf(database),
    modelSettings: settings.settings,
    standIns: { models: { ...told, get: () => ({ key: "told", model }) }, tools: [pay] },
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
  return { ...running.services, database, model, pay, logged, close };
}

test("H1: as the role of docs/audit-role.sql the app does all its work, and cannot change or remove a record", async () => {
  const url = await createDatabase(inject("postgresUrl") ?? "");
  const owner = await appAs(url);
  await until(() => owner.agent.gate.dispatch.isHealthy(), "the queue");
  await owner.close();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(script);
  await admin.query(script);
  await admin.query("alter role countersign_app password 'app'");
  await admin.end();

  const as = new URL(url);
  [as.username, as.password] = ["countersign_app", "app"];
  const app = await appAs(as.href);
  const opened = await app.sessions.claim(null);
  const person = await app.sessions.personOf("token" in opened ? `__Host-countersign-3000=${opened.token}` : null);
  if (!person) throw new Error("Nobody is signed in.");
  const chatId = randomUUID();
  app.model.tell("pay", [{ calls: [{ name: "srv__pay" }] }]);
  const turn = { personId: person.id, chatId, message: { id: randomUUID(), text: "pay" } };
  await startTurn(app.agent, turn);
  const waiting = async () => (await app.inbox.list(person.id, { status: "pending", offset: 0, limit: 9 })).items;
  await until(async () => (await waiting()).length === 1, "the question");
  const [item] = await waiting();
  const target = { approvalId: item?.id ?? "" };
  const outcome = await decide(app.agent.gate, { person, target, action: "accept", via: "chat" });
  if (!("decided" in outcome)) throw new Error(JSON.stringify(outcome));
  await until(() => app.pay.ran.length === 1, "the call");
  await until(async () => (await verifyAudit(app.database)).head.position > 5, "seals");
  await until(() => app.agent.gate.dispatch.isHealthy(), "the queue");

  for (const statement of [
    sql`update audit set kind = 'link-made'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_seals set hash = ''`,
    sql`delete from audit_seals`,
    sql`truncate audit_seals`,
    sql`drop table audit`,
    sql`alter table audit disable trigger all`,
    sql`drop trigger audit_is_kept on audit`,
    sql`set session_replication_role = 'replica'`,
    sql`create or replace function audit_is_kept() returns trigger language plpgsql as $$ begin return new; end $$`,
  ]) {
    await expect(statement.execute(app.database.db)).rejects.toThrow(/permission denied|must be owner/);
  }
  expect((await verifyAudit(app.database)).problem).toBeNull();
  expect(app.logged.join("")).not.toContain("permission denied");
});
