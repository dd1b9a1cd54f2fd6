import { expect, test } from "vitest";
import { textOf } from "#e2e/support/mcp-rig.ts";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signInWorld } from "#e2e/support/sign-in-world.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { keepAttempt, madeClientRow } from "#lib/store/secrets/server-sign-ins.ts";
import { member, owner } from "#e2e/support/tools-world.ts";

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
