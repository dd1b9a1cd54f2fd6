import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import { freePort } from "./free-port.ts";

export type Claims = Record<string, unknown>;
export type Lie = {
  /** Changes what an honest provider would say. */
  claims?: (honest: Claims) => Claims;
  /** Signs with a key that is not in the provider's set, or not at all. */
  signature?: "foreign" | "none";
  /** The answer has no ID token. */
  withoutIdToken?: boolean;
};

const honestKey = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreignKey = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A provider that says whatever a test wants; codes work once, with the verifier that belongs to them. */
export async function lyingProvider(): Promise<{ settings: OidcSettings; authorize: (url: string, lie?: Lie) => URL }> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const codes = new Map<string, { challenge: string; nonce: string; lie: Lie }>();

  function tokensFor({ nonce, lie }: { nonce: string; lie: Lie }): object {
    const at = Math.floor(Date.now() / 1_000);
    const about = { sub: "eve", email: "eve@example.com", email_verified: true, name: "Eve", auth_time: at };
    const honest = { iss: issuer, aud: "countersign", iat: at, exp: at + 300, nonce, ...about };
    const idToken = jwt(lie.claims?.(honest) ?? honest, lie.signature);
    return { access_token: "a", token_type: "Bearer", ...(lie.withoutIdToken ? {} : { id_token: idToken }) };
  }

  function exchange(form: URLSearchParams): object | null {
    const code = form.get("code") ?? "";
    const issued = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return issued === undefined || issued.challenge !== challenge ? null : tokensFor(issued);
  }

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ["RS256"],
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
  };
  const jwks = { keys: [{ ...honestKey.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] };
  const server = createServer((request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/.well-known/openid-configuration") return reply(200, metadata);
    if (request.url === "/jwks") return reply(200, jwks);
    // Whoever trusts this instead of a signed token is taken in.
    if (request.url === "/userinfo") {
      return reply(200, { sub: "eve", id: "eve", email: "eve@example.com", email_verified: true, name: "Eve" });
    }
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const tokens = exchange(new URLSearchParams(text));
      reply(tokens === null ? 400 : 200, tokens ?? { error: "invalid_grant" });
    });
  });
  server.listen(Number(new URL(issuer).port), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());

  return {
    settings: {
      issuer,
      clientId: "countersign",
      clientSecret: "secret",
      domains: [],
      linkByEmail: false,
      name: "Liar",
    },
    authorize: (url, lie = {}) => {
      const asked = new URL(url).searchParams;
      const code = `code-${codes.size}-${Math.random()}`;
      codes.set(code, { challenge: asked.get("code_challenge") ?? "", nonce: asked.get("nonce") ?? "", lie });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer }));
      return back;
    },
  };
}

function jwt(claims: Claims, signature: Lie["signature"]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${part(signature === "none" ? { alg: "none" } : { alg: "RS256", kid: "1" })}.${part(claims)}`;
  if (signature === "none") return `${body}.`;
  const key = signature === "foreign" ? foreignKey : honestKey;
  return `${body}.${sign("RSA-SHA256", Buffer.from(body), key.privateKey).toString("base64url")}`;
}
