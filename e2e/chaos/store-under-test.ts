import { createHash, randomBytes } from "node:crypto";
import { keysIn } from "#lib/server/people/keys.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Scope } from "#lib/people/scope.ts";
import { decisionOf } from "#lib/gate/contract/stored-approval.ts";
import type { Crew } from "./crew.ts";
import type { HistoryEvent } from "./history.ts";
import { payment } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Fault } from "./torment.ts";

export type Backend = "sqlite" | "postgres";

/** The token of the person's session, a key with which clients call tools, and one with which agents ask. */
export type Credentials = { token: string; clients: string; agents: string };

/** The store that a run of the chaos works on, reached without any of the faults. */
export type StoreUnderTest = {
  backend: Backend;
  credentials: Credentials;
  database: Database;
  /** Address for the worker in this place; null where the store is a file of its data directory. */
  urlFor: (slot: number) => string | null;
  faults: (crew: Crew, random: Random) => Fault[];
  /** Undoes whatever a fault may have left. */
  heal: (crew: Crew) => Promise<void>;
  close: () => Promise<void>;
};

/** Makes the tables and the instance's person. */
export async function prepare(database: Database): Promise<Credentials> {
  await migrate(database);
  const token = randomBytes(16).toString("hex");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const person = { id: "kim", name: "Kim", role: "owner" as const };
  await claimInstance(database, { tokenHash, person });
  const keys = keysIn(database, { seal: await tokenSealOf(database) });
  const keyWith = async (scope: Scope) => {
    const made = await keys.make({ person, tokenHash }, { name: scope, scopes: [scope], days: 1 });
    if (typeof made === "string") throw new Error(made);
    return made.secret;
  };
  return { token, clients: await keyWith("tools:call"), agents: await keyWith("asks") };
}

/**
 * What is still open: live runs, calls that are not settled, and messages that wait for their turn. And how much has
 * come about: grows with every run that begins or ends and every call and question that does, and never shrinks.
 */
export async function standing({ db }: Database): Promise<{ open: number; cameAbout: number }> {
  const runs = await db.selectFrom("runs").select("status").execute();
  const calls = await db.selectFrom("tool_calls").select("state").execute();
  const approvals = await db.selectFrom("approvals").select("status").execute();
  const queued = await db.selectFrom("queued_messages").select("id").execute();
  const live = runs.filter(({ status }) => status === "running" || status === "parked").length;
  const unsettled = calls.filter(({ state }) => !isSettled(state)).length;
  const pending = approvals.filter(({ status }) => status === "pending").length;
  const begun = runs.length + calls.length + approvals.length;
  return { open: live + unsettled + queued.length, cameAbout: 2 * begun - live - unsettled - pending };
}

/** Puts the audit, and where everything stands in the end, into the history. */
export async function exportTo(write: (event: HistoryEvent) => void, { db }: Database): Promise<void> {
  for (const row of await db.selectFrom("audit").selectAll().orderBy("seq").execute()) {
    const { at, kind: what, run_id: run, call_id: call, approval_id: approval } = row;
    write({ kind: "audit", at, what, run, call, approval, detail: JSON.parse(row.detail_json) });
  }
  for (const row of await db.selectFrom("runs").selectAll().execute()) {
    const { id, chat_id: chat, person_id: person, user_message_id: message, status } = row;
    write({ kind: "run", id, chat, person, message, status });
  }
  for (const row of await db.selectFrom("tool_calls").selectAll().execute()) {
    const { id, run_id: run, state, tool_name: tool } = row;
    const { plan, line } = payment.parse(JSON.parse(row.arguments_json));
    write({ kind: "call", id, run, state, tool, plan, line });
  }
  for (const row of await db.selectFrom("approvals").selectAll().execute()) {
    const { id, call_id: call, status, expires_at: expiresAt, decided_at: decidedAt } = row;
    const byPerson = decisionOf(row)?.endedBy === "person";
    write({ kind: "approval", id, call, status, expiresAt, decidedAt, byPerson });
  }
}
