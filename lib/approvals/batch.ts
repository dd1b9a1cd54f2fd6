import type { ApprovalView } from "./approval-view.ts";
import { readArguments } from "./argument-rows.ts";
import { mixedScript } from "#lib/untrusted/mixed-script.ts";
import { visibleSegments } from "#lib/untrusted/visible-text.ts";

/** From this level on a call is answered alone. */
const leastAlone = 3;
/** Arguments longer than this, in characters, are read on their own card. */
const longest = 2_000;

/** The calls of one answer that may be approved together, and those that are not among them, with the reason in words. */
export type Batch = { joins: ApprovalView[]; alone: { view: ApprovalView; why: string }[] };

/** Of the cards that wait in one answer. Fewer than two are no batch: then `joins` is empty. */
export function batchOf(open: readonly ApprovalView[]): Batch {
  const judged = open.map((view) => ({ view, why: whyAlone(view) }));
  const joins = judged.filter(({ why }) => why === null).map(({ view }) => view);
  const alone = judged.flatMap(({ view, why }) => (why === null ? [] : [{ view, why }]));
  return { joins: joins.length < 2 ? [] : joins, alone };
}

/** Why a call is answered by itself, in words; null where it may be answered with others. */
export function whyAlone({ subject, audience, risk, server, tool, changes }: ApprovalView): string | null {
  if (subject.kind !== "tool-call") return "a question of its server";
  if (audience !== undefined) return audience.mayAnswer ? "needs more than your word" : "waits for somebody else";
  if (changes !== undefined) return "changed since it opened";
  if (risk >= leastAlone) return `risk ${risk}`;
  if (subject.effects.some(({ kind }) => kind === "cannot-be-undone")) return "cannot be undone";
  if (subject.earlier !== undefined && subject.earlier.declined > 0) return "was declined before in this answer";
  if (subject.argumentsJson.length > longest) return "long arguments";
  const texts = [server.title, tool.name, subject.argumentsJson];
  if (texts.some(isMarked)) return "contains hidden characters";
  // Where calls stand together, names have no room for a warning of their own.
  const names = [tool.name, ...Object.keys(readArguments(subject.argumentsJson) ?? {})];
  if (names.some((name) => mixedScript(name) !== null)) return "has a name that may imitate another";
  return names.some((name) => name.trim() === "") ? "has an argument without a name" : null;
}

function isMarked(text: string): boolean {
  return visibleSegments(text).some(({ kind }) => kind !== "plain");
}
