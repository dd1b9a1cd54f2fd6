import type { KeyObject } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import { beginning, ChainVerifier, type ChainState } from "#lib/audit/chain.ts";
import { isSigned, publicPart, signHead, type SignedHead } from "#lib/audit/head.ts";
import { sealsAfter } from "#lib/store/audit/seal-audit.ts";
import { addHead, lastHeadOf, sealAt } from "#lib/store/notify/audit-heads.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { appendLine } from "#lib/server/settings/append-line.ts";
import { keptAuditKey, rememberedHead, rememberHead } from "./audit-key.ts";
import { idOfAddress, type AuditSettings } from "#lib/server/settings/audit-settings.ts";

export type HeadSigning = {
  database: Database;
  settings: AuditSettings;
  dataDir: string;
  say: (line: string) => void;
};

/**
 * The file of the last head that was signed here. It is outside of the store, so that whoever writes the store cannot
 * take it back.
 */
export function headFile(dataDir: string): string {
  return path.join(dataDir, "audit-head.json");
}

/** The trail does not continue what was signed. Nothing is signed any more until a person has looked. */
export class TrailBroken extends Error {
  override name = "TrailBroken";
}

const atOnce = 1_000;

/**
 * Signs the end of the trail if there is anything new, and resolves to the last head. Only a trail that continues the
 * last signed head is signed: otherwise somebody could change a record and wait for the signature.
 */
export async function signTrail({ database, settings, dataDir }: Omit<HeadSigning, "say">): Promise<SignedHead | null> {
  const key = keptAuditKey(settings.keyFile);
  const own = publicPart(key);
  const last = rememberedHead(headFile(dataDir)) ?? (await lastOf(database, own));
  const reached = await goOnFrom(database, last ?? beginning);
  if (reached.position === (last?.position ?? 0)) return last;
  // Another process on this store may have just signed.
  const others = await lastOf(database, own);
  if (others?.key === own && others.position === reached.position && others.hash === reached.hash) {
    rememberHead(headFile(dataDir), others);
    return others;
  }
  const head = signHead(key, { ...reached, at: await clockOf(database) });
  await keep({ database, settings, dataDir }, head);
  return head;
}

/**
 * Has the former key sign that another key takes over, and the other key sign at once. Resolves to both heads, or to
 * none when nothing was ever sealed.
 */
export async function handOverKey(
  signing: Omit<HeadSigning, "say">,
  { former, next }: { former: KeyObject; next: KeyObject },
): Promise<SignedHead[]> {
  const last = await signTrail(signing);
  if (last === null) return [];
  const { position, hash } = last;
  const at = await clockOf(signing.database);
  const over = signHead(former, { position, hash, at, next: publicPart(next) });
  const first = signHead(next, { position, hash, at: at + 1 });
  await keep(signing, over);
  await keep(signing, first);
  return [over, first];
}

async function keep({ database, settings, dataDir }: Omit<HeadSigning, "say">, head: SignedHead): Promise<void> {
  await addHead(database, head, settings.heads.addresses.map(idOfAddress));
  rememberHead(headFile(dataDir), head);
}

async function lastOf(database: Database, own: string): Promise<SignedHead | null> {
  const head = await lastHeadOf(database, own);
  return head !== null && isSigned(head) ? head : null;
}

async function goOnFrom(database: Database, from: ChainState): Promise<ChainState> {
  const found = from.position === 0 ? from.hash : await sealAt(database, from.position);
  if (found === null) throw new TrailBroken(`It was signed up to position ${from.position}, which is gone.`);
  if (found !== from.hash) throw new TrailBroken(`Position ${from.position} has another seal than was signed.`);
  const chain = new ChainVerifier(from);
  for (;;) {
    const rows = await sealsAfter(database, chain.head.position, atOnce);
    for (const row of rows) {
      const problem = chain.next(row, row.record);
      if (problem !== null) throw new TrailBroken(problem);
    }
    if (rows.length < atOnce) return chain.head;
    await immediate();
  }
}

/** Writes each head once to stdout and files; one that could not be written is written with the next try. */
export function headPlaces({ settings: { heads }, say }: Pick<HeadSigning, "settings" | "say">) {
  const sent = new Map<string, string>();
  const once = async (place: string, { signature }: SignedHead, send: () => void | Promise<void>) => {
    if (sent.get(place) === signature) return;
    await send();
    sent.set(place, signature);
  };
  return async (head: SignedHead): Promise<void> => {
    const line = JSON.stringify(head);
    if (heads.stdout) await once("stdout", head, () => say(`${line}\n`));
    const tried = await Promise.allSettled(heads.files.map((file) => once(file, head, () => appendLine(file, line))));
    // Reported only now: a file that cannot be written must not keep heads from the other places.
    for (const one of tried) if (one.status === "rejected") throw one.reason;
  };
}

/** Why heads cannot be written where `AUDIT_HEADS` wants them, in a sentence; null when they can be. */
export function headFileProblem({ heads }: AuditSettings): string | null {
  const wrong = heads.files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === false);
  return wrong === undefined ? null : `AUDIT_HEADS: ${wrong} is no regular file.`;
}
