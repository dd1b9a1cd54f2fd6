import { useSyncExternalStore } from "react";
import { mostAttached, type AttachedResource } from "#lib/chat/attached-resource.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** Resources of messages that were not sent yet, by chat. They live as long as the page, as drafts do. */
const attached = new Map<string, readonly AttachedResource[]>();
const listeners = new Set<() => void>();
const none: readonly AttachedResource[] = [];

export function attachedTo(chat: string): readonly AttachedResource[] {
  return attached.get(chat) ?? none;
}

/** Puts resources into the next message of a chat; answers why not where it has no room. */
export function attach(chat: string, resources: readonly AttachedResource[]): string | null {
  const kept = attachedTo(chat).filter((each) => resources.every((other) => !isSame(each, other)));
  const all = [...kept, ...resources];
  if (all.length > mostAttached.resources)
    return sayInTab(chatWords)("atMostResources", { most: mostAttached.resources });
  change(chat, all);
  return null;
}

export function detach(chat: string, resource: AttachedResource): void {
  change(
    chat,
    attachedTo(chat).filter((each) => !isSame(each, resource)),
  );
}

export function clearAttached(chat: string): void {
  change(chat, none);
}

export function useAttached(chat: string): readonly AttachedResource[] {
  return useSyncExternalStore(
    subscribe,
    () => attachedTo(chat),
    () => none,
  );
}

function isSame(one: AttachedResource, other: AttachedResource): boolean {
  return one.serverId === other.serverId && one.uri === other.uri;
}

function change(chat: string, resources: readonly AttachedResource[]): void {
  if (resources.length === 0) attached.delete(chat);
  else attached.set(chat, resources);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
