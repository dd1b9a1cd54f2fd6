import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { services } from "#lib/server/api/services.ts";
import type { Role } from "#lib/people/role.ts";
import { hashOf } from "#lib/server/http/session-cookie.ts";
import { hashOfNone } from "#lib/store/people/keys.ts";
import { sessionIdOf } from "#lib/store/people/own-sessions.ts";
import type { Database } from "#lib/store/engine/database.ts";

/** Things that routes are about. */
export type ObjectKind = keyof ReturnType<typeof objectsIn>;

/** The title of a chat, and the name of everything else, that is the victim's and nobody else's. */
export const victims = "of-the-victim-alone";

type Rows = { [Name in "chats" | "messages" | "runs" | "tool_calls" | "approvals"]: Record<string, unknown>[] };

/** Makes one thing each time, for the person who is to own it; resolves to the parameters of its address. */
export function objectsIn({ db, now }: Database, from: string) {
  const chat = async (personId: string, title = "A chat") => {
    const id = `c-${randomUUID()}`;
    const about = { title, titled_by: "app", instructions: "", model: null, version: 1 } as const;
    await db
      .insertInto("chats")
      .values({ id, person_id: personId, ...about, created_at: now, updated_at: now })
      .execute();
    return id;
  };

  /** A chat with a run that waits, copied from one that came about as they all do. */
  async function approval(
    personId: string,
    { forOthers = false, isShown = false, title = "A chat", id = randomUUID() as string } = {},
  ) {
    const chatId = await chat(personId, title);
    if (isShown) await db.updateTable("chats").set({ shown_to_reviewers: 1 }).where("id", "=", chatId).execute();
    const ids = { run: randomUUID(), call: randomUUID() };
    const rows: Rows = {
      chats: [],
      messages: await db.selectFrom("messages").selectAll().where("chat_id", "=", from).execute(),
      runs: await db.selectFrom("runs").selectAll().where("chat_id", "=", from).execute(),
      tool_calls: await db.selectFrom("tool_calls").selectAll().where("chat_id", "=", from).execute(),
      approvals: await db.selectFrom("approvals").selectAll().where("chat_id", "=", from).execute(),
    };
    const who = forOthers ? { who_kind: "other", who_json: `{"kind":"other"}` } : {};
    const of = { chat_id: chatId, person_id: personId };
    const idle = { status: "parked", owner: null, lease_until: 0 };
    // PostgreSQL counts rows of some tables by itself.
    const insert = (table: keyof Rows, { rowid: _counted, ...values }: Record<string, unknown>) =>
      db
        .insertInto(table)
        .values(values as never)
        .execute();
    for (const row of rows.runs) await insert("runs", { ...row, ...of, ...idle, id: ids.run });
    for (const row of rows.messages) {
      await insert("messages", { ...row, chat_id: chatId, run_id: row["run_id"] === null ? null : ids.run });
    }
    for (const row of rows.tool_calls) await insert("tool_calls", { ...row, ...of, id: ids.call, run_id: ids.run });
    for (const row of rows.approvals) {
      await insert("approvals", { ...row, ...of, ...who, id, call_id: ids.call, run_id: ids.run });
    }
    const record = { kind: "approval-opened", person_id: personId, chat_id: chatId, approval_id: id };
    await db
      .insertInto("audit")
      .values({ at: now, ...record, run_id: ids.run, call_id: ids.call, detail_json: `{"subject":"tool-call"}` })
      .execute();
    return { id, chatId, callId: ids.call };
  }

  const person = async (role: Role, more: { disabled_at?: number } = {}) => {
    const id = randomUUID();
    await db
      .insertInto("people")
      .values({ id, name: "Somebody", email: `${id}@example.com`, role, created_at: now, ...more })
      .execute();
    return { id };
  };

  return {
    chat: async (personId: string) => ({ id: await chat(personId) }),
    "client-session": async (personId: string, name = "desk") => {
      const id = await chat(personId);
      await db.updateTable("chats").set({ origin: "gateway" }).where("id", "=", id).execute();
      const said = { name, version: "1", declared_json: `{"v":1,"asks":{"form":false,"url":false}}` };
      await db
        .insertInto("client_sessions")
        .values({ chat_id: id, key_id: "none", ...said, seen_at: now })
        .execute();
      return { id };
    },
    approval: (personId: string) => approval(personId),
    "approval-for-others": (personId: string) => approval(personId, { forOthers: true }),
    "approval-of-shown-chat": (personId: string) => approval(personId, { forOthers: true, isShown: true }),
    victims: (personId: string) => approval(personId, { title: victims, id: `${victims}-${randomUUID()}` }),
    file: async (personId: string) => {
      const { callId, chatId } = await approval(personId);
      const id = `${callId}-0`;
      const about = { call_id: callId, chat_id: chatId, person_id: personId, created_at: now };
      await db
        .insertInto("result_files")
        .values({ id, ...about, media_type: "image/png", bytes: 3, base64: "AAAA" })
        .execute();
      return { id };
    },
    queued: async (personId: string) => {
      const chatId = await chat(personId);
      await db
        .insertInto("queued_messages")
        .values({ chat_id: chatId, id: "m1", text: "x", created_at: now })
        .execute();
      return { id: chatId, messageId: "m1" };
    },
    grant: async (personId: string, name = "srv") => {
      const id = randomUUID();
      const tool = { server_id: "srv", server_title: name, tool_name: "wipe", fingerprint: "f".repeat(64) };
      const ends = { until: null, max_uses: null, budget_argument: null, budget_total: null, condition: null };
      const fresh = { uses: 0, budget_spent: 0, last_used_at: null, ended_at: null, ended_by: null };
      const given = { given_at: now, given_in: null, approval_id: null, digest: null, chat_id: null };
      await db
        .insertInto("grants")
        .values({ id, person_id: personId, ...tool, reach: "everywhere", ...ends, ...fresh, ...given })
        .execute();
      return { id };
    },
    key: async (personId: string, name = "key") => {
      const id = randomUUID().slice(0, 12);
      const times = {
        created_at: now,
        expires_at: sql<number>`${now} + 1000000`,
        last_used_at: null,
        revoked_at: null,
      };
      await db
        .insertInto("api_keys")
        .values({ id, person_id: personId, name, key_hash: id, scopes_json: "[]", ...times })
        .execute();
      return { id };
    },
    "revoked-client": async (personId: string) => {
      const id = randomUUID().slice(0, 12);
      const client_json = JSON.stringify({ id: "desk", host: "login.example.com" });
      const times = { created_at: now, expires_at: 1, last_used_at: null, revoked_at: 1 };
      await db
        .insertInto("api_keys")
        .values({
          id,
          person_id: personId,
          name: "desk",
          key_hash: hashOfNone,
          scopes_json: "[]",
          client_json,
          ...times,
        })
        .execute();
      return { id };
    },
    device: async (personId: string, label = "device") => {
      const id = randomUUID();
      const push = {
        endpoint: `https://push.example.com/${id}`,
        p256dh: "B",
        auth: "a",
        session_hash: null,
        last_at: null,
      };
      await db
        .insertInto("push_subscriptions")
        .values({ id, person_id: personId, ...push, label, created_at: now, last_problem: null })
        .execute();
      return { id };
    },
    "model-connection": async (personId: string, label = "model") => {
      const id = randomUUID();
      const options = { reasoning: null, temperature: null, maxTokens: null };
      const models_json = JSON.stringify([{ id: "m", label, contextTokens: null, isShown: true, options }]);
      const account = { provider: "openai", base_url: null, sealed_key: null } as const;
      await db
        .insertInto("model_connections")
        .values({ id, person_id: personId, ...account, models_json, created_by: personId, created_at: now })
        .execute();
      await services().accounts.load();
      return { id };
    },
    webhook: async () => {
      const id = randomUUID();
      const hook = { kind: "signed", url: "https://127.0.0.1:9/", secret: "whsec_x", with_arguments: 0 } as const;
      await db
        .insertInto("webhooks")
        .values({ id, ...hook, created_at: now, last_at: null, last_problem: null })
        .execute();
      return { id };
    },
    person: () => person("member"),
    reviewer: () => person("reviewer"),
    "disabled-reviewer": () => person("reviewer", { disabled_at: 1 }),
    browser: async (personId: string) => {
      const tokenHash = hashOf(randomUUID());
      await db
        .insertInto("sessions")
        .values({ token_hash: tokenHash, person_id: personId, created_at: now, last_seen_at: now, way: "team" })
        .execute();
      return { id: sessionIdOf(tokenHash) };
    },
    passkey: async (personId: string) => {
      const id = randomUUID();
      const key = { name: "key", public_key: "", counter: 0, transports_json: "[]", last_used_at: null };
      await db
        .insertInto("passkeys")
        .values({ id, person_id: personId, ...key, created_at: now })
        .execute();
      return { id };
    },
    invitation: async () => {
      const id = randomUUID();
      const expires_at = sql<number>`${now} + 1000000`;
      await db
        .insertInto("invitations")
        .values({ id, key_hash: id, email: id, role: "member", invited_by: "owner", created_at: now, expires_at })
        .execute();
      return { id };
    },
    rule: async () => {
      const id = `r-${randomUUID()}`;
      await db
        .insertInto("policy_rules")
        .values({ id, text: `id: ${id}\nthen: ask\n`, added_by: "owner", added_at: now })
        .execute();
      return { id };
    },
  };
}
