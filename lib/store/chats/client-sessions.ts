import { sql } from "kysely";
import type { ClientSession, KnownClient, Observed } from "#lib/chat/client-session.ts";
import { sessionIdleMs } from "#lib/store/calls/chats-of-key.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import { readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { insertChat } from "./chats.ts";
import { liveOfChat } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** A client that keeps changing its name makes no more sessions with one key (THREATS F4: names prove nothing). */
const mostOfKey = 20;

type Client = {
  personId: string;
  keyId: string;
  /** The name that the key's owner gave it. */
  keyName: string;
  /** As the client says of itself. */
  name: string;
  version: string;
  asks: { form: boolean; url: boolean };
  era: "legacy" | "modern";
};

type Declared = Pick<Client, "asks"> & Partial<Pick<Client, "era">>;

/** The session in which a client is now: the chat of its latest calls, or `newChatId` with a chat made for it. */
export async function clientSession(database: Database, trx: Trx, client: Client, newChatId: string): Promise<string> {
  const { now } = database;
  const { personId, keyId, keyName, name, version, asks, era } = client;
  const said = { version, declared_json: JSON.stringify({ v: 1, asks, era }) };
  const { rows: open } = await openOfKey({ db: trx, now }, { keyId });
  const current = open.find((session) => session.name === name) ?? (open.length === mostOfKey ? open[0] : undefined);
  if (current !== undefined) {
    await seen({ db: trx, now }, { chatId: current.chat_id, ...said });
    return current.chat_id;
  }
  await insertChat(database, trx, { id: newChatId, person_id: personId, title: keyName, origin: "gateway" });
  await trx
    .insertInto("client_sessions")
    .values({ chat_id: newChatId, key_id: keyId, name, ...said, seen_at: sql<number>`${now}` })
    .execute();
  return newChatId;
}

const openOfKey = preparedAt((db, { keyId }: { keyId: string }, now) =>
  db
    .selectFrom("client_sessions")
    .select(["chat_id", "name"])
    .where("key_id", "=", keyId)
    .where("seen_at", ">", sql<number>`(select ${now}) - ${sql.lit(sessionIdleMs)}`)
    .orderBy("seen_at", "desc")
    .limit(sql.lit(mostOfKey)),
);

type Seen = { chatId: string; version: string; declared_json: string };

const seen = preparedAt((db, { chatId, version, declared_json }: Seen, now) =>
  db
    .updateTable("client_sessions")
    .set({ version, declared_json, seen_at: sql<number>`${now}` })
    .where("chat_id", "=", chatId),
);

const columns = {
  answered: "answered",
  notShown: "not_shown",
  unclear: "unclear",
  links: "links",
  collected: "collected",
} as const;

/** Counts what was observed of the client of a session. */
export async function observeClient(
  { db }: Pick<Database, "db">,
  chatId: string,
  what: keyof typeof columns,
): Promise<void> {
  const column = columns[what];
  await db
    .updateTable("client_sessions")
    .set({ [column]: sql<number>`${sql.ref(column)} + 1` })
    .where("chat_id", "=", chatId)
    .execute();
}

/** Notes how long a call was held open, where none was held for longer. */
export async function observeHeld({ db }: Pick<Database, "db">, chatId: string, heldMs: number): Promise<void> {
  await db
    .updateTable("client_sessions")
    .set({ held_ms: heldMs })
    .where("chat_id", "=", chatId)
    .where("held_ms", "<", heldMs)
    .execute();
}

function withSessions({ db }: Pick<Database, "db">, personId: string) {
  return db
    .selectFrom("chats")
    .leftJoin("client_sessions", "client_sessions.chat_id", "chats.id")
    .leftJoin("agent_sessions", "agent_sessions.chat_id", "chats.id")
    .leftJoin("api_keys", (join) =>
      join.on("api_keys.id", "=", sql<string>`coalesce(client_sessions.key_id, agent_sessions.key_id)`),
    )
    .select((chat) => [
      "chats.id",
      "chats.origin",
      "chats.updated_at",
      "client_sessions.name",
      "client_sessions.version",
      "agent_sessions.agent",
      "api_keys.name as key_name",
      chat
        .selectFrom("approvals")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("approvals.chat_id", "=", "chats.id")
        .where("approvals.status", "=", "pending")
        .as("waiting"),
      chat
        .selectFrom("runs")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("runs.chat_id", "=", "chats.id")
        .where("runs.status", "in", liveOfChat)
        .as("live"),
    ])
    .where("chats.person_id", "=", personId)
    .where("chats.origin", "<>", sql.lit("chat"));
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof withSessions>["executeTakeFirstOrThrow"]>>;

function sessionOf(row: SessionRow): ClientSession {
  const { id, name, version, agent, key_name, waiting, live } = row;
  return {
    id,
    kind: row.origin === "agent" ? "agent" : "client",
    name: name ?? agent ?? "",
    version: version ?? "",
    keyName: key_name ?? "",
    waiting: Number(waiting ?? 0),
    live: Number(live ?? 0) > 0,
  };
}

/** A person's sessions of clients and of agents elsewhere, latest first. */
export async function clientSessionsOf(database: Database, personId: string, most: number): Promise<ClientSession[]> {
  const rows = await withSessions(database, personId).orderBy("chats.updated_at", "desc").limit(most).execute();
  return rows.map(sessionOf);
}

/** One of them; undefined for another person's, as if it did not exist. */
export async function clientSessionOf(
  database: Database,
  { personId, chatId }: { personId: string; chatId: string },
): Promise<ClientSession | undefined> {
  const row = await withSessions(database, personId).where("chats.id", "=", chatId).executeTakeFirst();
  return row && sessionOf(row);
}

/** The latest calls from outside in a chat, latest first. */
export function callsFromOutside(database: Database, chatId: string, most: number): Promise<PageOf<ToolCallRow>> {
  return readPage(fromOutside(database, chatId).selectAll(), long, most);
}

const long = ["arguments_json", "effective_json", "result_json", "tool_json"];

function fromOutside({ db }: Database, chatId: string) {
  return db
    .selectFrom("tool_calls")
    .where("chat_id", "=", chatId)
    .where("caller", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id");
}

/** Sessions that are looked at, clients that are listed, and calls of each. */
const most = { sessions: 100, clients: 30, calls: 5 };

/** A person's clients, latest first: sessions with the same key and name are one. */
export async function knownClientsOf(database: Database, personId: string): Promise<KnownClient[]> {
  const { db, now } = database;
  const sessions = await db
    .selectFrom("client_sessions")
    .innerJoin("chats", "chats.id", "client_sessions.chat_id")
    .leftJoin("api_keys", "api_keys.id", "client_sessions.key_id")
    .selectAll("client_sessions")
    .select(["api_keys.name as key_name", "api_keys.revoked_at"])
    .select((session) => [
      sql<number>`case when api_keys.expires_at > (select ${now}) then 1 else 0 end`.as("is_unexpired"),
      session
        .selectFrom("approvals")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("approvals.chat_id", "=", "client_sessions.chat_id")
        .where("approvals.status", "=", "pending")
        .as("waiting"),
    ])
    .where("chats.person_id", "=", personId)
    .where("chats.origin", "<>", sql.lit("chat"))
    .orderBy("chats.updated_at", "desc")
    .limit(most.sessions)
    .execute();
  const clients = [...Map.groupBy(sessions, ({ key_id, name }) => JSON.stringify([key_id, name])).values()];
  return Promise.all(
    clients.slice(0, most.clients).map(async (all) => {
      const [latest] = all;
      if (latest === undefined) throw new Error("A client has no session.");
      // `clientSession` wrote it.
      const { asks, era = null } = JSON.parse(latest.declared_json) as Declared;
      const ofIt = await fromOutside(database, latest.chat_id)
        .select(["id", "tool_name", "state", "created_at", "chat_id"])
        .limit(most.calls)
        .execute();
      const sum = (count: (session: (typeof all)[number]) => unknown) =>
        all.reduce((total, session) => total + Number(count(session) ?? 0), 0);
      const observed: Observed = {
        answered: sum(({ answered }) => answered),
        notShown: sum(({ not_shown }) => not_shown),
        unclear: sum(({ unclear }) => unclear),
        links: sum(({ links }) => links),
        heldMs: Math.max(...all.map(({ held_ms }) => held_ms)),
        collected: sum(({ collected }) => collected),
      };
      return {
        sessionId: latest.chat_id,
        name: latest.name,
        version: latest.version,
        keyId: latest.key_id,
        keyName: latest.key_name ?? "",
        isIn: latest.key_name !== null && latest.revoked_at === null && Number(latest.is_unexpired) === 1,
        asks,
        era,
        observed,
        seenAt: latest.seen_at,
        waiting: sum(({ waiting }) => waiting),
        calls: ofIt.map(({ id, tool_name: tool, state, created_at: at, chat_id: sessionId }) => ({
          id,
          tool,
          state,
          at,
          sessionId,
        })),
      };
    }),
  );
}
