import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";

/** Everything that an approval is bound to (THREATS A8, S1.19). `argumentsJson` is canonical JSON. */
export type Bound = {
  serverId: string;
  toolName: string;
  /** SHA-256 of the tool's definition, so that a changed tool needs a new approval. */
  fingerprint: string;
  argumentsJson: string;
  chatId: string;
  personId: string;
};

/** `v1:` and 64 hexadecimal digits. The version is part of the hashed bytes too. */
export function digestOf({ serverId, toolName, fingerprint, argumentsJson, chatId, personId }: Bound): string {
  const bytes = canonicalJson({ v: 1, serverId, toolName, fingerprint, argumentsJson, chatId, personId });
  return `v1:${createHash("sha256").update(bytes, "utf8").digest("hex")}`;
}

/** A digest of an unknown version binds nothing; its holder must refuse (THREATS A9: unknown digests). */
export function isDigest(value: unknown): value is string {
  return typeof value === "string" && /^v1:[0-9a-f]{64}$/.test(value);
}

type Call = { server_id: string; tool_name: string; fingerprint: string; chat_id: string; person_id: string };

/** The digest of a stored call with these arguments, or with what one of its questions shows. */
export function digestOfCall(call: Call, argumentsJson: string): string {
  const { server_id: serverId, tool_name: toolName, fingerprint, chat_id: chatId, person_id: personId } = call;
  return digestOf({ serverId, toolName, fingerprint, chatId, personId, argumentsJson });
}
