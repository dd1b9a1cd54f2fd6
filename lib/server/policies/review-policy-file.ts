import { createHash } from "node:crypto";
import type { AuditEvent } from "#lib/audit/events.ts";
import { may, type Action } from "#lib/people/may.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { roleNow } from "#lib/store/people/hold-session.ts";
import { countVersion, policyVersionKey } from "#lib/store/runs/call-preconditions.ts";
import { confirmText, firstSight, holdWatchedFile, setWaiting } from "#lib/store/policies/watched-files.ts";

export type FileProblem = { line: number; message: string };

/**
 * The result of a comparison: what a text loosens, and what it puts on cards that nobody confirmed; a sentence each.
 */
export type Judged = { loosens: string[]; rewords: string[] } | { problems: FileProblem[] };

/** What a text is compared with: the text in force, and the one that a person last confirmed. */
export type Compared = { inForce: string; agreed: string; to: string };

export type WatchedKind = {
  name: string;
  /** What `to` would change, or why it cannot be in force. Must be pure: it is called inside a transaction. */
  judge: (compared: Compared) => Judged;
};

/**
 * What became of a file's text: in force, or waiting. `words-wait`: what it tightens is in force, its wording is not.
 * `nothing`: it was already known.
 */
export type Taken = "first-start" | "only-tightens" | "words-wait" | "waiting" | "refused" | "changed-back" | "nothing";

export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Compares the present file with the text in force and the one that a person last confirmed. Tightening takes effect at
 * once, loosening or new wording waits for the owner's confirmation, and a file with errors changes nothing (THREATS
 * H8).
 */
export function reviewPolicyFile(database: Database, kind: WatchedKind, text: string): Promise<Taken> {
  const { name } = kind;
  const hash = hashOfText(text);
  return inTransaction(database, async (trx): Promise<Taken> => {
    const note = (event: AuditEvent) => record(database, trx, {}, event);
    if (await firstSight(database, trx, name, text)) {
      await countVersion(trx, policyVersionKey);
      await note({ kind: "policy-changed", file: name, hash, how: "first-start" });
      return "first-start";
    }
    const stored = await holdWatchedFile(database, trx, name);
    if (stored === null) throw new Error(`The file ${name} has no row in the store.`);
    if (text === stored.waiting_text) return "nothing";
    const judged = kind.judge({ inForce: stored.confirmed_text, agreed: stored.agreed_text, to: text });
    const rewords = "rewords" in judged ? judged.rewords : [];
    const wordsWait = async () => {
      await setWaiting(database, trx, { name, waiting: { text, problemsJson: null } });
      await note({ kind: "policy-waiting", file: name, hash, loosens: rewords.slice(0, 20) });
      return "words-wait" as const;
    };
    if (text === stored.confirmed_text) {
      if (rewords.length > 0) return wordsWait();
      if (stored.waiting_text === null) return "nothing";
      await setWaiting(database, trx, { name, waiting: null });
      await note({ kind: "policy-kept", file: name, hash, by: "file" });
      return "changed-back";
    }
    if ("problems" in judged) {
      await setWaiting(database, trx, { name, waiting: { text, problemsJson: JSON.stringify(judged.problems) } });
      await note({ kind: "policy-refused", file: name, hash, problem: sentenceOf(name, judged.problems) });
      return "refused";
    }
    if (judged.loosens.length > 0) {
      await setWaiting(database, trx, { name, waiting: { text, problemsJson: null } });
      await note({ kind: "policy-waiting", file: name, hash, loosens: [...judged.loosens, ...rewords].slice(0, 20) });
      return "waiting";
    }
    await confirmText(database, trx, { name, text, by: null });
    await countVersion(trx, policyVersionKey);
    await note({ kind: "policy-changed", file: name, hash, how: "only-tightens" });
    return rewords.length > 0 ? wordsWait() : "only-tightens";
  });
}

/**
 * The outcome of a confirmation. `moved-on`: another text waits now; `forbidden`: the person may not confirm any more.
 * Neither changes anything.
 */
export type ConfirmationOutcome = "settled" | "moved-on" | "forbidden";

/** Puts the text that was shown in force, and no other: `hash` identifies it. */
export function confirmFile(
  database: Database,
  of: { name: string; hash: string; personId: string },
): Promise<ConfirmationOutcome> {
  return settleFile(database, of, "loosen-tools", async (trx, text) => {
    await confirmText(database, trx, { name: of.name, text, by: of.personId });
    await countVersion(trx, policyVersionKey);
    return { kind: "policy-confirmed", file: of.name, hash: of.hash };
  });
}

/** Drops the waiting text. The file may keep it, and is not asked about again before it changes or the app restarts. */
export function keepFile(
  database: Database,
  of: { name: string; hash: string; personId: string },
): Promise<ConfirmationOutcome> {
  return settleFile(database, of, "manage-tools", async (trx) => {
    await setWaiting(database, trx, { name: of.name, waiting: null });
    return { kind: "policy-kept", file: of.name, hash: of.hash, by: "person" };
  });
}

type Settle = (trx: Parameters<typeof record>[1], text: string) => Promise<AuditEvent>;

function settleFile(
  database: Database,
  { name, hash, personId }: { name: string; hash: string; personId: string },
  needed: Action,
  settle: Settle,
): Promise<ConfirmationOutcome> {
  return inTransaction(database, async (trx) => {
    const stored = await holdWatchedFile(database, trx, name);
    const role = await roleNow(database, trx, personId);
    if (role === null || !may(role, needed)) return "forbidden";
    const text = stored?.waiting_text ?? null;
    if (text === null || stored?.problems_json !== null || hashOfText(text) !== hash) return "moved-on";
    await record(database, trx, { personId }, await settle(trx, text));
    return "settled";
  });
}

export function sentenceOf(file: string, problems: FileProblem[]): string {
  const shown = problems.slice(0, 10).map(({ line, message }) => `${file}, line ${line}: ${message}.`);
  return shown.join(" ");
}
