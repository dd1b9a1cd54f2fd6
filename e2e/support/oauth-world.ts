import { createHash, randomBytes } from "node:crypto";
import { toAddress } from "#lib/server/http/other-names.ts";
import { requestWithSignal } from "#lib/server/http/request-with-signal.ts";
import { gatewayWorld, type GatewayWorld } from "./gateway-world.ts";

const origin = "http://127.0.0.1:3000";
export const resource = `${origin}/api/mcp`;
/** The same by its shorter name. */
export const shorter = `${origin}/mcp`;
export const metadataAt = "https://client.example.com/oauth/client.json";
export const callback = "http://127.0.0.1/callback";

const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "desk", version: "1" } };

export type Tokens = { access_token: string; refresh_token?: string; scope: string };

export type OauthWorld = GatewayWorld & {
  /** As a client reaches the app over HTTP, by all its addresses. */
  reach: typeof fetch;
  /** What the person answers on the page of consent; the query is what stands in its address. */
  consent: (
    query: URLSearchParams | string,
    consent?: object | null,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** Where the person's browser is sent after they let the client in. */
  letIn: (query: URLSearchParams, more?: object) => Promise<URL>;
  tokens: (form: Record<string, string>) => Promise<Response>;
  /** A whole sign-in of a client that keeps its document at `metadataAt`. */
  signIn: (more?: object) => Promise<Tokens>;
  /** A first message of a client that shows this token. */
  ping: (token: string, at?: string) => Promise<Response>;
  /** The documents that can be read from the network, by address; each reading is counted. */
  documents: Map<string, unknown>;
  read: string[];
};

export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

export const described = {
  client_id: metadataAt,
  client_name: "Desk",
  redirect_uris: [callback, "https://client.example.com/back"],
  grant_types: ["authorization_code", "refresh_token"],
};

/** The query with which a client sends the person to the page of consent. */
export function asking(challenge: string, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    response_type: "code",
    client_id: metadataAt,
    redirect_uri: "http://127.0.0.1:51234/callback",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource,
    state: "s",
    ...more,
  });
}

/** The app with clients that sign in, and a network on which only what a test puts there can be read. */
export async function oauthWorld({
  register = false,
  ...options
}: Parameters<typeof gatewayWorld>[0] & { register?: boolean } = {}): Promise<OauthWorld> {
  const documents = new Map<string, unknown>([[metadataAt, described]]);
  const read: string[] = [];
  const world = await gatewayWorld({
    variables: { CLIENT_SIGN_IN: register ? "register" : "on" },
    fetchDocument: async (url) => {
      read.push(url);
      const document = documents.get(url);
      return document === undefined ? new Response(null, { status: 404 }) : Response.json(document);
    },
    ...options,
  });
  const reach: typeof fetch = async (input, init) => {
    const sent = new Request(input, init);
    const { pathname } = new URL(sent.url);
    const incoming = { url: pathname, headers: Object.fromEntries(sent.headers) };
    toAddress(incoming);
    const path = incoming.url;
    const headers = new Headers(incoming.headers);
    headers.set("host", "127.0.0.1:3000");
    const body = sent.body === null ? {} : { body: await sent.text() };
    if (path.startsWith("/.well-known/")) return new Response(null, { status: 404 });
    const request = requestWithSignal(sent.url, {
      method: sent.method,
      headers,
      signal: init?.signal ?? sent.signal,
      ...body,
    });
    return world.handlerOf(sent.method, path)(request);
  };
  const consent: OauthWorld["consent"] = (query, said = {}, headers = world.asPerson()) =>
    world.call("POST", "/api/oauth/consent", {
      headers,
      body: { query: String(query), consent: said && { name: "Desk", attests: null, ...said } },
    });
  const letIn: OauthWorld["letIn"] = async (query, more) => {
    const response = await consent(query, more);
    if (response.status !== 200) throw new Error(`Consent answered ${response.status}: ${await response.text()}`);
    return new URL(((await response.json()) as { to: string }).to);
  };
  const tokens: OauthWorld["tokens"] = (form) =>
    reach(`${origin}/api/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: metadataAt, ...form }).toString(),
    });
  return {
    ...world,
    reach,
    consent,
    letIn,
    tokens,
    documents,
    read,
    ping: (token, at = resource) =>
      reach(at, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }),
      }),
    signIn: async (more) => {
      const { verifier, challenge } = pkce();
      const query = asking(challenge);
      const back = await letIn(query, more);
      const response = await tokens({
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        code_verifier: verifier,
        redirect_uri: query.get("redirect_uri") ?? "",
        resource,
      });
      if (response.status !== 200) throw new Error(`No token: ${await response.text()}`);
      return (await response.json()) as Tokens;
    },
  };
}
