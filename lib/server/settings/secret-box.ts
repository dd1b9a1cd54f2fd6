import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** 32 bytes of chance. */
export type SecretKey = Buffer;

/**
 * Seals secrets for the store (AES-256-GCM, NIST SP 800-38D), so that a copy of the store alone gives none away. The
 * first key seals, the others only open: that is how keys are changed. `about` is bound to the secret and not stored
 * with it: what was sealed for one purpose or address opens for no other.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, SecretKey>;
  readonly #first: readonly [id: string, key: SecretKey];

  constructor([first, ...others]: readonly [SecretKey, ...SecretKey[]]) {
    this.#first = [idOf(first), first];
    this.#keys = new Map([...others.map((key) => [idOf(key), key] as const), this.#first]);
  }

  /** Whether it was sealed at all; no other text of the store looks like this. */
  static isSealed(stored: string): boolean {
    return stored.startsWith("1.");
  }

  /** `1.<key>.<iv, tag and text>`, the last part in base64url. */
  seal(secret: string, about: string): string {
    const [id, key] = this.#first;
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(about));
    const text = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
    return `1.${id}.${Buffer.concat([iv, sealing.getAuthTag(), text]).toString("base64url")}`;
  }

  /** Null when no key here sealed it, when it was sealed about something else, or changed. */
  open(sealed: string, about: string): string | null {
    const [version, id = "", text = ""] = sealed.split(".");
    const key = this.#keys.get(id);
    if (version !== "1" || key === undefined) return null;
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length < ivBytes + tagBytes) return null;
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString("utf8");
    } catch {
      // What the cipher says of a wrong tag; it has no error class of its own.
      return null;
    }
  }

  /** Whether the present key sealed it. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`1.${this.#first[0]}.`);
  }
}

/** Names a key without giving it away. */
function idOf(key: SecretKey): string {
  return createHash("sha256").update("countersign secret key").update(key).digest("base64url").slice(0, 8);
}
