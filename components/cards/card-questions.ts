import { useSyncExternalStore } from "react";
import type { Explanation } from "#lib/approvals/explanation.ts";
import { refusalOf, request } from "#components/browser/request.ts";

/** What this tab knows of a person's questions about one card. `asked` is null before the server was asked for them. */
export type CardQuestions = { isOpen: boolean; asked: readonly Explanation[] | null; problem: string | null };

const closed: CardQuestions = { isOpen: false, asked: null, problem: null };
const known = new Map<string, CardQuestions>();
const listeners = new Set<() => void>();
/** While an answer is written. */
const lookEvery = 700;
/** A problem that the card words. */
export const unreachable = "unreachable";

export function useCardQuestions(approvalId: string): CardQuestions {
  return useSyncExternalStore(
    subscribe,
    () => known.get(approvalId) ?? closed,
    () => closed,
  );
}

/** Opens or closes the place for questions about a card. */
export function toggleQuestions(approvalId: string): void {
  const { isOpen, asked } = known.get(approvalId) ?? closed;
  set(approvalId, { isOpen: !isOpen, problem: null });
  if (!isOpen && asked === null) void look(approvalId);
}

/** Asks the agent about a card; false where the server did not take the question. */
export async function askAbout(approvalId: string, question: string): Promise<boolean> {
  set(approvalId, { isOpen: true, problem: null });
  try {
    const response = await request("POST", addressOf(approvalId), { question });
    if (!response.ok) set(approvalId, { problem: await refusalOf(response) });
    await look(approvalId);
    return response.ok;
  } catch (error) {
    console.error("A question could not be sent.", error);
    set(approvalId, { problem: unreachable });
    return false;
  }
}

/** Whether an answer is being written. */
export function isAnswering({ asked }: CardQuestions): boolean {
  return asked?.some(({ answer, problem }) => answer === null && problem === null) === true;
}

/** Cards whose problem is that their questions could not be read. */
const unread = new Set<string>();

async function look(approvalId: string): Promise<void> {
  try {
    const response = await request("GET", addressOf(approvalId));
    if (!response.ok) {
      unread.add(approvalId);
      set(approvalId, { problem: await refusalOf(response) });
      if (response.status !== 429 && response.status < 500) return;
    } else {
      // Our own server answers 200 with exactly this.
      const asked = (await response.json()) as Explanation[];
      set(approvalId, unread.delete(approvalId) ? { asked, problem: null } : { asked });
    }
  } catch (error) {
    console.error("Questions could not be read.", error);
  }
  if (isAnswering(known.get(approvalId) ?? closed)) setTimeout(() => void look(approvalId), lookEvery);
}

function addressOf(approvalId: string): string {
  return `/api/approvals/${encodeURIComponent(approvalId)}/explanations`;
}

function set(approvalId: string, change: Partial<CardQuestions>): void {
  known.set(approvalId, { ...(known.get(approvalId) ?? closed), ...change });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
