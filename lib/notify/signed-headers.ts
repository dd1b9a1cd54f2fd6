import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/** The headers by which a receiver checks that a message is ours, unchanged and new: Standard Webhooks 1.0. */
export function signedHeaders({ secret, id, atMs, body }: { secret: string; id: string; atMs: number; body: string }) {
  const timestamp = String(Math.floor(atMs / 1_000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
