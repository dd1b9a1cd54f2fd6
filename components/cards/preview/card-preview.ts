import { useSyncExternalStore } from "react";
import type { Preview } from "#lib/approvals/preview/preview.ts";
import { refusalOf, request } from "#components/browser/request.ts";
import { unreachable } from "#components/cards/card-questions.ts";

/** What this tab knows of the preview of one card. `latest` is null before there is any. */
export type CardPreview = { isOpen: boolean; latest: Preview | null; problem: string | null };

const closed: CardPreview = { isOpen: false, latest: null, problem: null };
const known = new Map<string, CardPreview>();
const listeners = new Set<() => void>();
/** While it is computed. */
const lookEvery = 400;

export function useCardPreview(approvalId: string): CardPreview {
  return useSyncExternalStore(
    subscribe,
    () => known.get(approvalId) ?? closed,
    () => closed,
  );
}

/** Opens or closes the preview of a card; the first time it is computed. */
export function togglePreview(approvalId: string): void {
  const { isOpen, latest, problem } = known.get(approvalId) ?? closed;
  set(approvalId, { isOpen: !isOpen });
  if (!isOpen && (latest === null || problem !== null)) void computePreview(approvalId);
}

export async function computePreview(approvalId: string): Promise<void> {
  set(approvalId, { isOpen: true, problem: null });
  try {
    const response = await request("POST", addressOf(approvalId), {});
    if (!response.ok) return set(approvalId, { problem: await refusalOf(response) });
    // Our own server answers 202 with exactly this.
    set(approvalId, { latest: (await response.json()) as Preview });
    lookAgain(approvalId);
  } catch (error) {
    console.error("A preview could not be asked for.", error);
    set(approvalId, { problem: unreachable });
  }
}

export function isComputing({ latest }: CardPreview): boolean {
  return latest !== null && latest.computedAt === null && latest.problem === null;
}

async function look(approvalId: string): Promise<void> {
  try {
    const response = await request("GET", addressOf(approvalId));
    if (!response.ok) return set(approvalId, { problem: await refusalOf(response) });
    set(approvalId, { latest: (await response.json()) as Preview | null });
    lookAgain(approvalId);
  } catch (error) {
    console.error("A preview could not be read.", error);
    set(approvalId, { problem: unreachable });
  }
}

function lookAgain(approvalId: string): void {
  if (isComputing(known.get(approvalId) ?? closed)) setTimeout(() => void look(approvalId), lookEvery);
}

function addressOf(approvalId: string): string {
  return `/api/approvals/${encodeURIComponent(approvalId)}/previews`;
}

function set(approvalId: string, change: Partial<CardPreview>): void {
  known.set(approvalId, { ...(known.get(approvalId) ?? closed), ...change });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
