import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { QueuedMessageRow } from "#lib/store/chats/queued-messages.ts";

/** What a person sends: words, and resources of tool servers that they put there. */
export type PersonMessage = { id: string; text: string; resources?: AttachedResource[] | undefined };

/** As it stands in the chat. */
export function chatMessageOf({ id, text, resources = [] }: PersonMessage): ChatMessage {
  const attached = resources.map((data) => ({ type: "data-resource" as const, data }));
  return { id, role: "user", parts: [{ type: "text", text }, ...attached] };
}

/** The reverse: a message of the chat that is to be sent once more. */
export function personMessageOf({ id, parts }: ChatMessage): PersonMessage {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { id, text, resources: parts.flatMap((part) => (part.type === "data-resource" ? [part.data] : [])) };
}

/** As it waits for its turn. `key_id`: by which a program sent it. */
export function queuedOf({ id, text, resources = [] }: PersonMessage, key_id: string | null): QueuedMessageRow {
  return { id, text, resources_json: resources.length === 0 ? null : JSON.stringify(resources), key_id };
}

export function messageOfQueued({ id, text, resources_json }: QueuedMessageRow): PersonMessage {
  // This app wrote it, from a checked value.
  return { id, text, ...(resources_json !== null && { resources: JSON.parse(resources_json) as AttachedResource[] }) };
}
