import { newSecretKey } from "#lib/server/settings/secret-keys.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { randomUUID } from "node:crypto";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { keyMadeFor } from "#e2e/support/session-of.ts";
import { openFileDatabase } from "#e2e/support/test-database.ts";
import { toldModel } from "#e2e/support/told-model.ts";
import { roles, type Role } from "#lib/people/role.ts";
import { scopes, type Scope } from "#lib/people/scope.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { buildServices } from "#lib/server/start/build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { installServices } from "#lib/server/api/services.ts";
import { hashOf, newToken } from "#lib/server/http/session-cookie.ts";
import { objectsIn, victims } from "./objects.ts";

/** Somebody, or something, that sends a request. `role` is null for who is nobody here. */
export type Principal = {
  name: string;
  role: Role | null;
  personId: string | null;
  isStale: boolean;
  scope: Scope | null;
  /** New for each request, for some requests end it. */
  headers: () => Promise<Record<string, string>>;
};

export const origin = "http://127.0.0.1:3000";

/** A whole team's app without its web server, with somebody of each role and a victim whom nobody may harm. */
export async function authorisationWorld() {
  const database = await openFileDatabase();
  const { db, now } = database;
  const place = { DATA_DIR: "/nowhere", SECRETS_KEY: newSecretKey().toString("hex") };
  const read = readEnv({ AUTH: "team", CLIENT_SIGN_IN: "on", ...place }, "/nowhere");
  const settings = parseModelSettings({});
  if ("problem" in read || "problem" in settings) throw new Error("This cannot be wrong.");
  const failures: string[] = [];
  const log = logger("error", (line) => failures.push(line));
  const model = toldModel();
  model.tell("template", [{ calls: [{ name: "srv__wipe", args: { what: "everything" } }] }]);
  const running = buildServices({
    env: read.env,
    log,
    database,
    mcp: { servers: [], leftOut: [], said: [] },
    policies: await openPolicies({ database, log, folder: "/nowhere", serverIds: () => [] }),
    seal: await tokenSealOf(database),
    modelSettings: settings.settings,
    standIns: {
      models: { choicesFor: () => [], describeError: describeModelError, get: () => ({ key: "told", model }) },
      tools: [fakeTool("wipe", { flag: "always" })],
    },
  });
  const { services } = running;
  installServices(services);

  const everybody = [...roles, "disabled", "victim"] as const;
  const person = (id: string) => ({
    id,
    name: id,
    email: `${id}@example.com`,
    role: roles.find((role) => role === id) ?? ("member" as const),
    created_at: now,
    disabled_at: id === "disabled" ? 1 : null,
  });
  await db.insertInto("people").values(everybody.map(person)).execute();
  await db.insertInto("instance").values({ key: "owner", value: "owner" }).execute();
  // Starts the tool servers too, for which a model waits.
  await running.resume();

  async function session(personId: string, isStale: boolean): Promise<Record<string, string>> {
    const token = newToken();
    const times = { created_at: now, last_seen_at: now, proved_at: isStale ? 1 : now, passkey_at: isStale ? 1 : now };
    await db
      .insertInto("sessions")
      .values({ token_hash: hashOf(token), person_id: personId, ...times })
      .execute();
    return { cookie: `__Host-countersign-3000=${token}` };
  }

  const bySession = (name: string, role: Role | null, isStale = false): Principal => {
    const personId = name === "stale" ? "owner" : name;
    return { name, role, personId, isStale, scope: null, headers: () => session(personId, isStale) };
  };
  const byKey = async (role: "member" | "owner", scope: Scope): Promise<Principal> => {
    const made = await keyMadeFor(
      { db },
      services.keys,
      { id: role, name: role, role },
      { name: scope, scopes: [scope], days: 1 },
    );
    const headers = { authorization: `Bearer ${made.secret}` };
    return {
      name: `${role}'s key ${scope}`,
      role,
      personId: role,
      isStale: false,
      scope,
      headers: async () => headers,
    };
  };
  const principals: Principal[] = [
    { name: "anonymous", role: null, personId: null, isStale: false, scope: null, headers: async () => ({}) },
    ...roles.map((role) => bySession(role, role)),
    bySession("disabled", null),
    bySession("stale", "owner", true),
  ];
  for (const scope of scopes) principals.push(await byKey("member", scope), await byKey("owner", scope));

  /** A chat in which a call waits for a person, as it comes about by itself. */
  async function template(): Promise<string> {
    const chatId = randomUUID();
    const turn = { personId: "member", chatId, message: { id: "m1", text: "template" } };
    await startTurn(services.agent, turn);
    const pending = db.selectFrom("approvals").select("id").where("chat_id", "=", chatId);
    await until(async () => (await pending.executeTakeFirst()) !== undefined, "a card");
    return chatId;
  }
  const objects = objectsIn(database, await template());

  /** Gives the victim one of everything, by a name that shows wherever it is listed; resolves to the id of the card. */
  async function seedVictim(): Promise<string> {
    const { id } = await objects.victims("victim");
    await objects.grant("victim", victims);
    await objects.key("victim", victims);
    await objects["client-session"]("victim", victims);
    await objects.device("victim", victims);
    return id;
  }

  async function close(): Promise<void> {
    await running.close();
    await database.close();
  }

  return { database, principals, objects, seedVictim, failures, close };
}
