import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { KeyUse } from "#lib/server/people/keys.ts";
import type { AskAnswer } from "#lib/server/approvals/ask-answer.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { usualTerms } from "#lib/verdict/client-terms.ts";
import type { AppProcess } from "./app-process.ts";
import type { GateWorld } from "./gate-world.ts";
import { Crashed } from "./mortal-database.ts";

type Wanted = { name: string; input: JsonObject; comesBack: boolean; takesChanges: boolean };

/** What an agent was told that it may run. */
export type Allowed = { callId: string; arguments: JsonObject };

/** An agent that runs its own tools and asks before it does, through `POST /api/asks` without HTTP. */
export class AskingAgent {
  readonly callIds: string[] = [];
  readonly allowed: Allowed[] = [];
  /** Calls that were ended, stopped or asked with a key that was revoked before they were let go. */
  readonly withdrawn = new Set<string>();
  /** A call as often as a report of it was taken. */
  readonly reported: string[] = [];
  readonly #world: GateWorld;
  readonly #key: KeyUse;
  readonly #waiting = new Map<string, Map<AbortController, Promise<void>>>();
  readonly #problems: unknown[] = [];

  private constructor(world: GateWorld, key: KeyUse) {
    this.#world = world;
    this.#key = key;
  }

  /** With a key of its own, whose webhook hears of answers. */
  static async arrive(world: GateWorld): Promise<AskingAgent> {
    const { person } = world;
    const { db, now } = world.store;
    const id = randomUUID();
    const fresh = { created_at: sql<number>`${now}`, last_used_at: null };
    const expires_at = sql<number>`${now} + 1000000000`;
    const key = { id, person_id: person.id, name: "test", key_hash: id, scopes_json: '["asks"]' };
    await db
      .insertInto("api_keys")
      .values({ ...key, ...fresh, expires_at, revoked_at: null })
      .execute();
    const webhook = { id, kind: "signed", url: "https://agent.example", secret: "whsec_", with_arguments: 0 } as const;
    const unused = { created_at: sql<number>`${now}`, last_at: null, last_problem: null };
    await db
      .insertInto("webhooks")
      .values({ ...webhook, ...unused, key_id: id })
      .execute();
    const of = { person: { ...person, role: "owner" }, terms: usualTerms } as const;
    return new AskingAgent(world, { id, name: "test", scopes: ["asks"], ...of });
  }

  /** Asks about these, and waits for the answers. Resolves to the session. */
  async askAbout(process: AppProcess, wanted: Wanted[]): Promise<string> {
    for (const { name, input, comesBack, takesChanges } of wanted) {
      const said = { agent: "weaver", tool: name, arguments: input, summary: null, cwd: null };
      const asked = { ...said, takesChanges, timeoutMs: 300_000, callback: comesBack };
      const begun = await process.asks().begin(this.#key, asked);
      if (begun.id === null) throw new Error(`Not asked: ${begun.reason}`);
      this.callIds.push(begun.id);
      this.come(process, begun.id);
    }
    const session = this.#world.store.db.selectFrom("agent_sessions").select("chat_id");
    return (await session.where("key_id", "=", this.#key.id).executeTakeFirstOrThrow()).chat_id;
  }

  /** One more request waits for the answer. */
  come(process: AppProcess, callId: string): void {
    const connection = new AbortController();
    const requests = this.#waiting.get(callId) ?? new Map<AbortController, Promise<void>>();
    this.#waiting.set(callId, requests);
    const request = process
      .asks()
      .wait(this.#key, callId, connection.signal)
      // What comes over a connection that is broken off reaches nobody.
      .then((answer) => (connection.signal.aborted ? undefined : this.#hear(callId, answer)))
      .catch((error: unknown) => void (error instanceof Crashed || this.#problems.push(error)))
      .finally(() => requests.delete(connection));
    requests.set(connection, request);
  }

  /** Breaks off every connection of a call. */
  async go(callId: string): Promise<void> {
    const requests = [...(this.#waiting.get(callId) ?? [])];
    for (const [connection] of requests) connection.abort();
    await Promise.all(requests.map(([, request]) => request));
  }

  async report(process: AppProcess, callId: string): Promise<void> {
    if (await process.asks().report(this.#key, callId, "done")) this.reported.push(callId);
  }

  async revokeKey(): Promise<void> {
    const { db, now } = this.#world.store;
    await db
      .updateTable("api_keys")
      .set({ revoked_at: sql<number>`${now}` })
      .where("id", "=", this.#key.id)
      .execute();
  }

  /** Remembers what may not be let go from now on, whatever comes. */
  async noteWithdrawn(): Promise<void> {
    const rows = await this.#world.store.db
      .selectFrom("asks")
      .innerJoin("runs", "runs.id", "asks.run_id")
      .innerJoin("api_keys", "api_keys.id", "asks.key_id")
      .select("asks.call_id")
      .where("asks.key_id", "=", this.#key.id)
      .where("released_at", "is", null)
      .where(({ or, eb }) =>
        or([
          eb("asks.ended_at", "is not", null),
          eb("runs.ended_at", "is not", null),
          eb("api_keys.revoked_at", "is not", null),
        ]),
      )
      .execute();
    for (const { call_id } of rows) this.withdrawn.add(call_id);
  }

  rows() {
    const asks = this.#world.store.db.selectFrom("asks").select(["call_id", "released_at", "ended_at"]);
    return asks.where("key_id", "=", this.#key.id).execute();
  }

  /** Comes for every answer, twice, and reports on all. For when everything is at rest. */
  async collect(process: AppProcess): Promise<void> {
    for (const callId of [...this.callIds, ...this.callIds]) {
      this.come(process, callId);
      await Promise.all((this.#waiting.get(callId) ?? new Map<AbortController, Promise<void>>()).values());
      await this.report(process, callId);
    }
    if (this.#problems.length > 0) throw new AggregateError(this.#problems, "Asks failed.");
  }

  async #hear(callId: string, answer: AskAnswer): Promise<void> {
    if (answer.decision !== "allow") return;
    const { db } = this.#world.store;
    const asked = db.selectFrom("tool_calls").select("arguments_json").where("id", "=", callId);
    const { arguments_json } = await asked.executeTakeFirstOrThrow();
    this.allowed.push({ callId, arguments: answer.arguments ?? storedArguments(arguments_json) });
  }
}
