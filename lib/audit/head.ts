import { createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";

/**
 * The end of the chain at some moment, signed with Ed25519. A copy kept elsewhere later proves that nothing up to it
 * was changed or removed.
 */
export type SignedHead = {
  v: 1;
  type: "head";
  position: number;
  hash: string;
  /** When it was signed, Unix milliseconds. */
  at: number;
  /** The public key of the signature: 32 bytes in base64url. */
  key: string;
  /** The public key that replaces it, where this head changes the key. */
  next: string | null;
  /** Base64url, over the canonical JSON (RFC 8785) of all other members. */
  signature: string;
};

const publicKey = z.string().regex(/^[\w-]{43}$/);
const shape = z.strictObject({
  v: z.literal(1),
  type: z.literal("head"),
  position: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.int(),
  key: publicKey,
  next: publicKey.nullable(),
  signature: z.string().regex(/^[\w-]{86}$/),
});

export function signHead(
  key: KeyObject,
  { position, hash, at, next = null }: { position: number; hash: string; at: number; next?: string | null },
): SignedHead {
  const said = { v: 1 as const, type: "head" as const, position, hash, at, key: publicPart(key), next };
  return { ...said, signature: sign(null, bytesOf(said), key).toString("base64url") };
}

/** Whether its own key signed the head; whether that key is trusted is checked elsewhere. */
export function isSigned({ signature, ...said }: SignedHead): boolean {
  const key = keyOf(said.key);
  return key !== null && verify(null, bytesOf(said), key, Buffer.from(signature, "base64url"));
}

/** A head from outside; null for anything else. */
export function parseHead(json: unknown): SignedHead | null {
  return shape.safeParse(json).data ?? null;
}

/** The public part of a key, in the form of heads. */
export function publicPart(key: KeyObject): string {
  const { x } = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
  if (x === undefined) throw new Error("This is no Ed25519 key.");
  return x;
}

/** The inverse; null for an invalid public key. */
export function keyOf(text: string): KeyObject | null {
  if (!publicKey.safeParse(text).success) return null;
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text }, format: "jwk" });
  } catch {
    // Not a point of the curve.
    return null;
  }
}

function bytesOf(said: Omit<SignedHead, "signature">): Buffer {
  return Buffer.from(canonicalJson(said));
}
