import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { usualOauth } from "#e2e/support/usual-oauth.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { beginSignIn, type Attempt } from "./begin-sign-in.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { oauthFetch } from "./oauth-fetch.ts";
import { machineSignIn } from "./renew-sign-in.ts";
import { revokeSignIn } from "./revoke-sign-in.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { TokenSource } from "./token-source.ts";
import { FloodGuard } from "#lib/mcp/transport/flood-guard.ts";
import { HttpTransport } from "#lib/mcp/transport/http-transport.ts";

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

const self = { redirectUri: "http://127.0.0.1:3000/api/servers/callback", documentAt: null };
const how = { self, made: null, state: "a state", scopes: [] };

type Answers = Record<string, unknown>;

/** A server that is its own authorization server, with one thing changed. It keeps what was asked for. */
async function hostile(
  change: (at: string) => {
    metadata?: Answers;
    resource?: Answers;
    token?: Answers;
    raw?: Record<string, [number, Record<string, string>, string]>;
  } = () => ({}),
) {
  const asked: string[] = [];
  const sent: string[] = [];
  let at = "";
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    asked.push(`${request.method} ${path}`);
    sent.push(await text(request));
    const { metadata = {}, resource = {}, token = {}, raw = {} } = change(at);
    const json = (said: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
    const other = raw[path];
    if (other !== undefined) return void response.writeHead(other[0], other[1]).end(other[2]);
    if (path === "/mcp") return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    if (path === "/.well-known/oauth-protected-resource/mcp")
      return void json({ resource: `${at}/mcp`, authorization_servers: [at], ...resource });
    if (path === "/.well-known/oauth-authorization-server")
      return void json({
        issuer: at,
        authorization_endpoint: `${at}/authorize`,
        token_endpoint: `${at}/token`,
        registration_endpoint: `${at}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...metadata,
      });
    if (path === "/register") return void json({ client_id: "c", redirect_uris: [self.redirectUri] });
    if (path === "/token") return void json({ access_token: "t", token_type: "Bearer", ...token });
    response.writeHead(404).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  at = await listeningAt(server);
  const url = `${at}/mcp`;
  const web: WebServer = { kind: "http", isSse: false, url, headers: {}, privately: "anywhere", oauth: usualOauth };
  return {
    at,
    asked,
    sent,
    web,
    begin: (more: Partial<WebServer> = {}) => beginSignIn({ ...web, ...more }, how, oauthFetch(web)),
  };
}

/** What the browser brings back to the address that the attempt named. */
const broughtBack = ({ redirectUri }: Attempt, said: string) =>
  new URLSearchParams(`${new URL(redirectUri).search.slice(1)}&${said}`);

/** Whatever must not be reached. */
async function canary() {
  const seen: string[] = [];
  const at = await listeningAt(
    createServer((request, response) => {
      seen.push(request.url ?? "");
      response.end("{}");
    }),
  );
  return { seen, at: at.replace("127.0.0.1", "localhost") };
}

test("M47: without a trick it works, and asks for each thing once", async () => {
  const { at, asked, web, begin } = await hostile();
  const { page, attempt } = await begin();
  const url = new URL(page);
  expect(url.origin + url.pathname).toBe(`${at}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: "c",
    code_challenge_method: "S256",
    redirect_uri: attempt.redirectUri,
    resource: `${at}/mcp`,
    state: "a state",
  });
  const signIn = await finishSignIn(attempt, broughtBack(attempt, "code=x&state=a+state"), oauthFetch(web));
  expect(signIn).toMatchObject({ address: `${at}/mcp`, issuer: at, accessToken: "t", resource: `${at}/mcp` });
  expect(new Set(asked).size).toBe(asked.length);
});

test("M44: where the authorization server reads documents about clients, this instance's is its client, and nothing is registered", async () => {
  const { asked, web } = await hostile(() => ({
    metadata: { client_id_metadata_document_supported: true, authorization_response_iss_parameter_supported: true },
  }));
  const documentAt = "https://app.example/api/servers/client";
  const begun = await beginSignIn(web, { ...how, self: { ...self, documentAt } }, oauthFetch(web));
  expect(new URL(begun.page).searchParams.get("client_id")).toBe(documentAt);
  expect(begun.made).toBeNull();
  expect(asked).not.toContain("POST /register");
  // One that nobody outside could read registers; and what was registered once is used again.
  const first = await beginSignIn(web, how, oauthFetch(web));
  await beginSignIn(web, { ...how, made: first.made }, oauthFetch(web));
  expect(asked.filter((one) => one === "POST /register").length).toBe(1);
});

test("M47, E9: nothing is fetched inside a private network, unless the server itself is on that host", async () => {
  const { seen, at: inside } = await canary();
  const tricks: Parameters<typeof hostile>[0][] = [
    () => ({ resource: { authorization_servers: [inside] } }),
    () => ({ resource: { authorization_servers: ["http://169.254.169.254/latest"] } }),
    () => ({ metadata: { token_endpoint: "http://10.0.0.1/token" } }),
    () => ({ metadata: { registration_endpoint: `${inside}/register` } }),
    () => ({
      raw: { "/mcp": [401, { "www-authenticate": `Bearer resource_metadata="${inside}/m"` }, ""] },
      resource: { authorization_servers: [inside] },
    }),
  ];
  for (const [at, trick] of tricks.entries()) {
    const { begin } = await hostile(trick);
    const outcome = await begin().then(
      () => "begun",
      (error: Error) => error.name,
    );
    // A server whose document cannot be read is asked itself.
    expect(outcome, String(at)).toBe(at === 4 ? "begun" : "SignInRefused");
  }
  const { web } = await hostile();
  const own = oauthFetch({ ...web, url: "https://shop.example/mcp", privately: [] });
  await expect(own("https://shop.example/x")).rejects.toThrow();
  const local = { ...web, privately: [] as string[] };
  await expect(beginSignIn(local, how, oauthFetch(local))).rejects.toThrow("cannot be reached");
  expect(seen).toEqual([]);
});

test("M47: redirects are not followed, wherever they lead", async () => {
  const { seen, at: inside } = await canary();
  const well = "/.well-known/oauth-authorization-server";
  for (const location of [`${inside}/m`, well, "/again"]) {
    const { asked, begin } = await hostile(() => ({ raw: { [well]: [302, { location }, ""] } }));
    await expect(begin(), location).rejects.toThrow();
    expect(asked.filter((one) => one === `GET ${well}`).length).toBe(1);
  }
  const { web, begin, asked } = await hostile((at) => ({ raw: { "/token": [307, { location: `${at}/else` }, ""] } }));
  const { attempt } = await begin();
  await expect(finishSignIn(attempt, broughtBack(attempt, "code=x"), oauthFetch(web))).rejects.toThrow("gave no token");
  expect(asked.filter((one) => one.endsWith("/else") || one.endsWith("/token"))).toEqual(["POST /token"]);
  expect(seen).toEqual([]);
});

test("M47: what an authorization server says of itself is refused where it is another's, unsafe or too much", async () => {
  const odd: [Parameters<typeof hostile>[0], string][] = [
    [() => ({ metadata: { issuer: "https://login.example.com" } }), "cannot be used"],
    [() => ({ metadata: { authorization_endpoint: "javascript:alert(1)" } }), "cannot be used"],
    [() => ({ metadata: { authorization_endpoint: "http://login.example.com/authorize" } }), "cannot be opened"],
    [() => ({ metadata: { authorization_endpoint: "https://me:pw@login.example.com/a" } }), "cannot be opened"],
    [() => ({ metadata: { token_endpoint: "http://login.example.com/token" } }), "not safe"],
    [() => ({ metadata: { code_challenge_methods_supported: ["plain"] } }), "PKCE"],
    [() => ({ metadata: { code_challenge_methods_supported: undefined } }), "PKCE"],
    [() => ({ metadata: { more: "x".repeat(70_000) } }), "cannot be used"],
    [() => ({ metadata: { registration_endpoint: undefined } }), "no new clients"],
    [() => ({ metadata: { response_types_supported: ["token"] } }), "does not let people sign in by a page"],
    [() => ({ resource: { resource: "https://bank.example/mcp" } }), "another server"],
    [() => ({ raw: { "/.well-known/oauth-authorization-server": [404, {}, ""] } }), "does not say where"],
    [
      () => ({ raw: { "/register": [400, {}, '{"error":"invalid_client_metadata","error_description":"s3cret"}'] } }),
      "did not take this app",
    ],
  ];
  for (const [trick, words] of odd) {
    const begun = (await hostile(trick)).begin();
    await expect(begun).rejects.toThrow(words);
    await expect(begun).rejects.toBeInstanceOf(SignInRefused);
  }
});

test("M48: an answer of another authorization server is refused before its code goes anywhere (mix-up)", async () => {
  const { asked, web, begin } = await hostile(() => ({
    metadata: { authorization_response_iss_parameter_supported: true },
  }));
  const { attempt } = await begin();
  for (const said of [
    "iss=https://evil.example&code=x",
    "code=x",
    "code=x&iss=",
    "error=access_denied",
    "code=x&code=y",
  ]) {
    await expect(finishSignIn(attempt, broughtBack(attempt, said), oauthFetch(web)), said).rejects.toThrow();
  }
  expect(asked).not.toContain("POST /token");
  const silent = await hostile();
  const begun = await silent.begin();
  const wrong = broughtBack(begun.attempt, "iss=https://evil.example&code=x");
  await expect(finishSignIn(begun.attempt, wrong, oauthFetch(silent.web))).rejects.toThrow(
    "Another authorization server",
  );
  const twice = broughtBack(begun.attempt, "code=x&code=y");
  await expect(finishSignIn(begun.attempt, twice, oauthFetch(silent.web))).rejects.toThrow("not clear");
  const no = broughtBack(begun.attempt, "error=access_denied&error_description=Call+0800");
  await expect(finishSignIn(begun.attempt, no, oauthFetch(silent.web))).rejects.toThrow(
    /^The sign-in was refused there\.$/,
  );
  expect(silent.asked).not.toContain("POST /token");
});

test("M45: a refusal keeps nothing of what an authorization server answered but its code, which logs may tell", async () => {
  const raw = { "/token": [400, {}, "what was sent: s3cret"] as [number, Record<string, string>, string] };
  const { web, begin } = await hostile(() => ({ raw }));
  const { attempt } = await begin();
  const refused = await finishSignIn(attempt, broughtBack(attempt, "code=x"), oauthFetch(web)).catch(inspect);
  expect(refused).toContain("The authorization server gave no token");
  expect(refused).not.toContain("s3cret");
});

test("M48: a server that does not say what it is, and sends people elsewhere, gets a token for itself alone", async () => {
  const silent = {
    "/.well-known/oauth-protected-resource/mcp": [404, {}, ""] as [number, Record<string, string>, string],
  };
  const elsewhere = { authorization_endpoint: "https://login.example.com/authorize" };
  const { at, web } = await hostile(() => ({ raw: silent, metadata: elsewhere }));
  const begun = await beginSignIn(web, how, oauthFetch(web));
  expect(new URL(begun.page).searchParams.get("resource")).toBe(`${at}/mcp`);
  expect(begun.attempt.resource).toBe(`${at}/mcp`);
  const named = await beginSignIn({ ...web, oauth: { ...usualOauth, issuer: at } }, how, oauthFetch(web));
  expect(new URL(named.page).searchParams.has("resource")).toBe(false);
  const { begin } = await hostile(() => ({ raw: silent }));
  expect(new URL((await begin()).page).searchParams.has("resource")).toBe(false);
});

test("M48: tokens of another kind, and what is no token, are not kept", async () => {
  for (const token of [
    { token_type: "mac" },
    { access_token: "a\nb" },
    { access_token: "a b" },
    { access_token: "x".repeat(20_000) },
    { refresh_token: "é" },
  ]) {
    const { web, begin } = await hostile(() => ({ token }));
    const { attempt } = await begin();
    await expect(finishSignIn(attempt, broughtBack(attempt, "code=x"), oauthFetch(web))).rejects.toThrow();
  }
});

test("M48: rights that are none, or too long, are not kept with a token", async () => {
  for (const scope of ["s ".repeat(25_000), "a\u202E\n<b>"]) {
    const { web, begin } = await hostile(() => ({ token: { scope }, resource: { scopes_supported: ["read"] } }));
    const { attempt } = await begin();
    const signIn = await finishSignIn(attempt, broughtBack(attempt, "code=x"), oauthFetch(web));
    expect(signIn.scope).toBe("read");
  }
});

test("M48: a secret that was typed in is sent to the authorization server of the entry alone", async () => {
  const typed = { ...usualOauth, who: "instance", isMachine: true, clientId: "c", clientSecret: "s3cret" } as const;
  const evil = await hostile();
  const web = { ...evil.web, oauth: { ...typed, issuer: "https://login.example.com" } };
  await expect(machineSignIn(web, oauthFetch(web))).rejects.toThrow("another authorization server");
  const swapped = await hostile(() => ({ metadata: { token_endpoint: "https://10.0.0.1/token" } }));
  const own = { ...swapped.web, oauth: { ...typed, issuer: swapped.at } };
  await expect(machineSignIn(own, oauthFetch(own))).rejects.toThrow("no token");
  expect([...evil.sent, ...swapped.sent].join()).not.toContain("s3cret");
});

const noSignIns = { read: async () => null, anybody: async () => null, renew: async () => null };

test("M123: what a server wants each time that it refuses is told to the person, and kept for no other time", async () => {
  let refusals = 0;
  const tokens = new TokenSource({
    serverId: "far",
    server: (await hostile()).web,
    owner: { personId: "ona" },
    signIns: noSignIns,
    fetchFn: () => Promise.reject(new Error("Nothing is fetched.")),
    needed: () => {},
  });
  const fetch = tokens.watching(async () => {
    refusals += 1;
    return new Response("", { status: 401, headers: { "www-authenticate": `Bearer scope="wanted-${refusals}"` } });
  });
  const transport = new HttpTransport(new URL("http://127.0.0.1/mcp"), new FloodGuard(), {
    fetch,
    authProvider: tokens,
  });
  await transport.start();
  for (const scope of ["wanted-1", "wanted-2", "wanted-3"])
    await expect(transport.send({ jsonrpc: "2.0", id: 1, method: "ping" })).rejects.toMatchObject({ scope });
  expect(refusals).toBe(3);
  expect(inspect(transport)).not.toContain("wanted-");
});

test("M123: a server that refuses each token has no new one asked for with each request", async () => {
  for (const metadata of [{}, { token_endpoint: "http://10.0.0.1/token" }]) {
    const { at, web, asked } = await hostile(() => ({ metadata }));
    const oauth = {
      ...usualOauth,
      who: "instance",
      isMachine: true,
      clientId: "c",
      clientSecret: "s",
      issuer: at,
    } as const;
    const server = { ...web, oauth };
    const fetchFn = oauthFetch(server);
    const owner = { personId: null };
    const tokens = new TokenSource({ serverId: "far", server, owner, signIns: noSignIns, fetchFn, needed: () => {} });
    const response = new Response(null, { status: 401 });
    for (let requests = 0; requests < 30; requests += 1) {
      await tokens.token().catch(() => {});
      await tokens.onUnauthorized({ response }).catch(() => {});
    }
    expect(asked.filter((one) => one.includes("oauth-authorization-server")).length).toBeLessThan(12);
  }
});

test("M92: tokens are revoked once each, at the server that gave them, and at no other", async () => {
  const revoke = async (metadata: Answers) => {
    const { web, begin, asked, sent } = await hostile(() => ({ metadata, token: { refresh_token: "r" } }));
    const { attempt } = await begin();
    const fetchFn = oauthFetch(web);
    const signIn = await finishSignIn(attempt, broughtBack(attempt, "code=x"), fetchFn);
    const before = asked.length;
    await revokeSignIn(signIn, fetchFn);
    return { asked: asked.slice(before), sent: sent.slice(before) };
  };
  const other = await canary();
  const elsewhere = [`${other.at}/revoke`, `${other.at.replace("localhost", "127.0.0.1")}/revoke`];
  for (const endpoint of [...elsewhere, "https://login.example.com/revoke", "file:///etc/passwd", 5, undefined])
    await revoke({ revocation_endpoint: endpoint }).then(
      ({ asked }) => expect(asked).toEqual([]),
      // What is no address is refused as a whole, before anybody signs in.
      (error: unknown) => expect(error).toBeInstanceOf(SignInRefused),
    );
  expect(other.seen).toEqual([]);
  const { web, begin, asked, sent } = await hostile((at) => ({
    metadata: { revocation_endpoint: `${at}/revoke` },
    token: { refresh_token: "r" },
    raw: { "/revoke": [302, { location: `${other.at}/elsewhere` }, ""] },
  }));
  const { attempt } = await begin();
  const signIn = await finishSignIn(attempt, broughtBack(attempt, "code=x"), oauthFetch(web));
  const before = asked.length;
  await revokeSignIn(signIn, oauthFetch(web));
  expect(asked.slice(before)).toEqual(["POST /revoke", "POST /revoke"]);
  expect(sent.slice(before)).toEqual([
    "token=r&token_type_hint=refresh_token&client_id=c",
    "token=t&token_type_hint=access_token&client_id=c",
  ]);
  expect(other.seen).toEqual([]);
});
