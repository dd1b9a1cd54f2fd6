import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import httpEce from "http_ece";
import type { Received } from "./message-sink.ts";

/** A browser on the receiving end of web push: its keys, and how it reads what is sent to it. */
export type PushBrowser = {
  keys: { p256dh: string; auth: string };
  /** Decrypts one message; throws when it is not for this browser. */
  read: (message: Received) => unknown;
};

export function pushBrowser(): PushBrowser {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    read: ({ body }) => {
      const text = httpEce.decrypt(body, { version: "aes128gcm", privateKey: ecdh, authSecret: auth }).toString("utf8");
      return JSON.parse(text) as unknown;
    },
  };
}

/** What a push service learns of the sender: the claims of its token, once the signature is checked; else it throws. */
export function vapidClaims({ headers }: Received): { aud: string; exp: number; sub: string; key: string } {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isValid = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isValid) throw new Error("The token is not signed by its key.");
  return {
    ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number; sub: string }),
    key,
  };
}
