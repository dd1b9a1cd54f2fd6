import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#lib/store/engine/database.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";

/** 16 bytes in base64url. */
const sealLength = 22;

/**
 * The end of every token that this instance gives out. By it they are told from what strangers invent, before anything
 * is looked up. It opens nothing: what a token is worth only the store says.
 */
export class TokenSeal {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  sealed(token: string): string {
    return token + this.#sealOf(token);
  }

  isOn(shown: string): boolean {
    const end = Buffer.from(shown.slice(-sealLength));
    const seal = Buffer.from(this.#sealOf(shown.slice(0, -sealLength)));
    return end.length === seal.length && timingSafeEqual(end, seal);
  }

  #sealOf(token: string): string {
    return createHmac("sha256", this.#secret).update(token).digest().subarray(0, 16).toString("base64url");
  }
}

/** The seal of this store, the same in every process. */
export async function tokenSealOf(database: Database): Promise<TokenSeal> {
  return new TokenSeal(await keptSecret(database, "token-seal", randomBytes(32).toString("base64url")));
}
