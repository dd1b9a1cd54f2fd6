import { expect, test } from "vitest";
import { textOf } from "#e2e/support/mcp-rig.ts";
import { newGrant } from "#e2e/support/new-grant.ts";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signInWorld } from "#e2e/support/sign-in-world.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { insertGrant } from "#lib/store/approvals/grants.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { keepAttempt, madeClientRow } from "#lib/store/secrets/server-sign-ins.ts";
import { admin, member, owner } from "#e2e/support/tools-world.ts";

test("M41, M42: a sign-in at one instance counts on the others at once, one of them renews it, and a sign-out ends it everywhere", async () => {
  const shared = await openTestDatabase();
  const bus = new SignalBus();
  const instance = () => ({ ...shared, signals: signalsOn(bus) });
  const first = await signInWorld({ who: "person" }, { database: instance() });
  const { at } = first;
  const second = await signInWorld({ who: "person" }, { at, database: instance() });
  expect(second.tools.server("far").status).toBe("down");
  await first.signIn("ona@far");
  await second.tools.until(() => second.tools.offered("far").length > 0);
  expect(textOf(await second.call("whoami"))).toBe("You are ona@far.");
  expect(await second.call("whoami", member)).toMatchObject({ kind: "sign-in-first" });
  await first.call("whoami");
  at.forget("access");
  const said = await Promise.all([first.call("whoami"), second.call("whoami"), second.call("whoami")]);
  expect(said.map(textOf)).toEqual(Array.from({ length: 3 }, () => "You are ona@far."));
  expect(at.grants).toEqual(["authorization_code", "refresh_token"]);
  expect(await first.tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
  expect(await second.call("whoami")).toMatchObject({ kind: "sign-in-first" });
});

test("M40: people who begin to sign in to a server at the same moment hinder nobody; one client of it is kept", async () => {
  const database = await openTestDatabase();
  const attempt = { server_id: "far", person_id: "ona", session_hash: "s", for_all: 0, sealed_json: "x" };
  const made = Array.from({ length: 8 }, (_, at) => `client ${at}`);
  await Promise.all(made.map((client, at) => keepAttempt(database, { ...attempt, state_hash: `state ${at}` }, client)));
  expect(made).toContain(await madeClientRow(database, "far"));
});

test("A11, M40: what was granted for a server ends when somebody signs in to it anew for everybody: it may be another account", async () => {
  const { tools, signIn, call } = await signInWorld({ who: "instance" });
  await signIn("ada@far", admin);
  const grant = newGrant({ id: "g", person_id: member.id, server_id: "far", tool_name: "whoami" });
  await inTransaction(tools.database, (trx) => insertGrant(tools.database, trx, grant));
  await inTransaction(tools.database, (trx) =>
    insertGrant(tools.database, trx, { ...grant, id: "h", server_id: "app" }),
  );
  await signIn("eve@far", admin);
  expect(textOf(await call("whoami", member))).toBe("You are eve@far.");
  const ended = tools.database.db.selectFrom("grants").select(["id", "ended_by"]).orderBy("id");
  expect(await ended.execute()).toEqual([
    { id: "g", ended_by: "signed-in-anew" },
    { id: "h", ended_by: null },
  ]);
});

test("A11, M41: whoever signs in for themselves ends no grant", async () => {
  const { tools, signIn } = await signInWorld({ who: "person" });
  const grant = newGrant({ id: "g", person_id: member.id, server_id: "far", tool_name: "whoami" });
  await inTransaction(tools.database, (trx) => insertGrant(tools.database, trx, grant));
  await signIn("ona@far", owner);
  await signIn("mia@far", member);
  const { ended_by } = await tools.database.db.selectFrom("grants").select("ended_by").executeTakeFirstOrThrow();
  expect(ended_by).toBeNull();
});
