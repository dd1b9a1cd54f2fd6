import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { asking, callback, metadataAt, oauthWorld, pkce, resource, type OauthWorld } from "#e2e/support/oauth-world.ts";

const origin = "http://127.0.0.1:3000";

/** What an SDK client keeps while it signs in. `goTo` is where it would send its user's browser. */
function keeping(clientMetadataUrl?: string) {
  const kept: {
    client?: never;
    tokens?: { access_token: string };
    verifier?: string;
    goTo?: URL;
    discovery?: unknown;
  } = {};
  const provider = {
    redirectUrl: callback,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name: "Old friend",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
    },
    state: () => "state of mine",
    clientInformation: () => kept.client,
    discoveryState: () => kept.discovery as never,
    saveDiscoveryState: (discovery: unknown) => void (kept.discovery = discovery),
    saveClientInformation: (client: never) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: { access_token: string }) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.goTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
  };
  return { kept, provider };
}

type AnySdk = {
  connect: () => Promise<unknown>;
  finish: (back: URL) => Promise<void>;
  call: () => Promise<unknown>;
  close: () => Promise<void>;
};

function newSdk(world: OauthWorld, provider: OAuthClientProvider, era: "legacy" | "modern"): AnySdk {
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name: "desk", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(resource), {
    fetch: world.reach,
    authProvider: provider,
  });
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams),
    call: () => client.callTool({ name: "srv__look", arguments: {} }),
    close: () => client.close(),
  };
}

function oldSdk(world: OauthWorld, provider: OAuthClientProvider): AnySdk {
  const client = new OldClient({ name: "desk", version: "1" });
  const transport = new OldTransport(new URL(resource), { fetch: world.reach, authProvider: provider as never });
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams.get("code") ?? ""),
    call: () => client.callTool({ name: "srv__look", arguments: {} }),
    close: () => client.close(),
  };
}

const ping = (world: OauthWorld, token: string, headers: Record<string, string> = {}) =>
  world.reach(resource, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }),
  });
const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "desk", version: "1" } };

test.each([
  ["client 2, new era, by its document", "modern", metadataAt],
  ["client 2, old era, registered", "legacy", undefined],
  ["sdk 1, registered", "old", undefined],
] as const)(
  "F13, F14: %s: it finds where to sign in, is let in, calls, is revoked, and is out",
  async (_, kind, document) => {
    const look = fakeTool("look", { flag: "never", act: () => said("seen") });
    const world = await oauthWorld({ tools: [look], register: true });
    const { kept, provider } = keeping(document);
    // The SDK's own types ask for setters that read-only members fill as well.
    const sdk = () => (kind === "old" ? oldSdk(world, provider as never) : newSdk(world, provider as never, kind));
    const first = sdk();
    await expect(first.connect()).rejects.toThrow("Unauthorized");
    const asked = kept.goTo ?? new URL(origin);
    expect(asked.origin + asked.pathname).toBe(`${origin}/connect`);
    const back = await world.letIn(asked.searchParams, { name: "my desk", attests: 2 });
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get("state")).toBe("state of mine");
    expect(back.searchParams.get("iss")).toBe(origin);
    await first.finish(back);

    const second = sdk();
    onTestFinished(() => second.close());
    await second.connect();
    expect(await second.call()).toMatchObject({ content: [{ text: "seen" }] });
    const calls = await world.database.db.selectFrom("tool_calls").select("caller").execute();
    expect(calls).toEqual([{ caller: "gateway:my desk" }]);

    const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
      keys: { id: string }[];
    };
    const host = document === undefined ? "127.0.0.1" : "client.example.com";
    expect(keys).toMatchObject([{ name: "my desk", scopes: ["tools:call"], attests: 2, client: { host } }]);
    const revoked = await world.call("DELETE", `/api/keys/${keys[0]?.id}`, { headers: world.asPerson() });
    expect(revoked.status).toBe(204);
    expect((await ping(world, kept.tokens?.access_token ?? "")).status).toBe(401);
  },
);

test("F14: a client that signed in is as a key: no other reaches its session, and its open streams end with it", async () => {
  const world = await oauthWorld();
  const [one, other] = [await world.signIn(), await world.signIn()];
  const session = (await ping(world, one.access_token)).headers.get("mcp-session-id") ?? "";
  const listen = (token: string) =>
    world.reach(resource, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, "mcp-session-id": session },
    });
  expect((await listen(other.access_token)).status).toBe(404);
  const stream = await listen(one.access_token);
  expect(stream.status).toBe(200);
  const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
    keys: { id: string }[];
  };
  for (const { id } of keys) await world.call("DELETE", `/api/keys/${id}`, { headers: world.asPerson() });
  await expect(stream.text()).rejects.toThrow("The access of this person has changed.");
  expect((await ping(world, other.access_token)).status).toBe(401);
  const refreshed = await world.tokens({ grant_type: "refresh_token", refresh_token: one.refresh_token ?? "" });
  expect([refreshed.status, await refreshed.json()]).toMatchObject([400, { error: "invalid_grant" }]);
});

test("F14: its token opens the MCP endpoint and nothing else, and is in the store in no readable form", async () => {
  const world = await oauthWorld();
  const { access_token: token, refresh_token: refresh = "" } = await world.signIn();
  expect((await ping(world, token)).status).toBe(200);
  for (const [method, path] of [
    ["GET", "/api/approvals"],
    ["GET", "/api/keys"],
    ["GET", "/api/chats"],
    ["GET", "/api/audit"],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await world.call(method, path, { headers })).status, path).toBe(401);
  }
  const kept = JSON.stringify(await world.database.db.selectFrom("oauth_records").selectAll().execute());
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(refresh);
  expect(world.logged.join("\n")).not.toContain(token);
});

test("F14: where to sign in is told at the endpoint alone, and only where clients may", async () => {
  const off = await oauthWorld({ variables: {} });
  const bare = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await off.reach(resource, bare)).headers.get("www-authenticate")).toBe("Bearer");
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server"]) {
    expect((await off.reach(origin + path)).status).toBe(404);
  }
  expect((await off.tokens({ grant_type: "refresh_token", refresh_token: "x" })).status).toBe(404);
  const on = await oauthWorld();
  const told = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/api/mcp", scope="tools:call"`;
  expect((await on.reach(resource, bare)).headers.get("www-authenticate")).toBe(told);
  expect((await on.call("POST", "/api/asks", { body: {} })).headers.get("www-authenticate")).toBe("Bearer");
  const { registration_endpoint: none } = (await (
    await on.reach(`${origin}/.well-known/oauth-authorization-server`)
  ).json()) as { registration_endpoint?: string };
  expect(none).toBeUndefined();
  expect((await on.reach(`${origin}/api/oauth/register`, bare)).status).toBe(404);
});

describe("F13: what a client may not do", () => {
  const exchange = { grant_type: "authorization_code", redirect_uri: "http://127.0.0.1:51234/callback", resource };

  test("a code counts for its own client, address, resource and proof", async () => {
    const world = await oauthWorld({ register: true });
    const registered = await world.reach(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Thief", redirect_uris: [callback] }),
    });
    const { client_id: thief } = (await registered.json()) as { client_id: string };
    const { verifier, challenge } = pkce();
    const code = (await world.letIn(asking(challenge))).searchParams.get("code") ?? "";
    const right = { ...exchange, code, code_verifier: verifier };
    const { code_verifier: _none, ...unproved } = right;
    for (const [wrong, error] of [
      [unproved, "invalid_grant"],
      [{ ...right, code_verifier: pkce().verifier }, "invalid_grant"],
      [{ ...right, code_verifier: challenge }, "invalid_grant"],
      [{ ...right, redirect_uri: "http://127.0.0.1:9/callback" }, "invalid_grant"],
      [{ ...right, redirect_uri: "https://client.example.com/back" }, "invalid_grant"],
      [{ ...right, client_id: thief }, "invalid_grant"],
      [{ ...right, client_id: "https://other.example.com/client.json" }, "invalid_client"],
      [{ ...right, resource: "https://other.example.com/mcp" }, "invalid_target"],
      [{ ...right, code: code.slice(1) }, "invalid_grant"],
    ] as const) {
      const response = await world.tokens(wrong);
      expect([response.status >= 400, await response.json()], JSON.stringify(wrong)).toMatchObject([true, { error }]);
    }
  });

  test("used twice, a code or a refresh token ends all that it gave; of two at once, one gets an answer", async () => {
    const world = await oauthWorld();
    const { verifier, challenge } = pkce();
    const code = (await world.letIn(asking(challenge))).searchParams.get("code") ?? "";
    const right = { ...exchange, code, code_verifier: verifier };
    const both = await Promise.all([world.tokens(right), world.tokens(right)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const first = await world.signIn();
    const renew = (token = "") => world.tokens({ grant_type: "refresh_token", refresh_token: token });
    const renewed = (await (await renew(first.refresh_token)).json()) as { access_token: string };
    expect((await ping(world, renewed.access_token)).status).toBe(200);
    expect((await renew(first.refresh_token)).status).toBe(400);
    expect((await ping(world, renewed.access_token)).status).toBe(401);
    expect((await ping(world, first.access_token)).status).toBe(401);
  });

  test("a client gives back what it has", async () => {
    const world = await oauthWorld();
    const { access_token: token, refresh_token: refresh = "" } = await world.signIn();
    const back = await world.reach(`${origin}/api/oauth/revoke`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: refresh, client_id: metadataAt }).toString(),
    });
    expect(back.status).toBe(200);
    expect((await ping(world, token)).status).toBe(401);
    const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
      keys: { revokedAt: number | null }[];
    };
    expect(keys).toMatchObject([{ revokedAt: expect.any(Number) }]);
  });

  test("what it asks for is checked before anybody is sent anywhere", async () => {
    const world = await oauthWorld();
    const { challenge } = pkce();
    const without = (...names: string[]) => {
      const query = asking(challenge);
      for (const name of names) query.delete(name);
      return query;
    };
    world.documents.set("https://plain.example.com/c", {
      client_id: "https://plain.example.com/c",
      redirect_uris: ["http://evil.example.com/back"],
      application_type: "web",
    });
    world.documents.set("https://liar.example.com/c", { client_id: metadataAt, redirect_uris: [callback] });
    world.documents.set("https://script.example.com/c", {
      client_id: "https://script.example.com/c",
      redirect_uris: ["javascript:alert(1)"],
    });
    const nowhere = [
      asking(challenge, { redirect_uri: "https://evil.example.com/" }),
      asking(challenge, { redirect_uri: "https://client.example.com/back/" }),
      asking(challenge, { redirect_uri: "https://client.example.com/back?x=1" }),
      asking(challenge, { redirect_uri: "https://client.example.com:444/back" }),
      asking(challenge, { redirect_uri: "http://localhost:51234/callback" }),
      asking(challenge, { redirect_uri: "http://127.0.0.1:51234/callback/../x" }),
      without("redirect_uri"),
      without("client_id"),
      asking(challenge, { client_id: "unknown" }),
      asking(challenge, { client_id: "http://client.example.com/oauth/client.json" }),
      asking(challenge, { client_id: "https://liar.example.com/c" }),
      asking(challenge, { client_id: "https://gone.example.com/c" }),
      asking(challenge, { client_id: "https://plain.example.com/c", redirect_uri: "http://evil.example.com/back" }),
      asking(challenge, { client_id: "https://script.example.com/c", redirect_uri: "javascript:alert(1)" }),
    ];
    for (const query of nowhere) expect((await world.consent(query)).status, String(query)).toBe(400);
    const told: [URLSearchParams, string][] = [
      [without("code_challenge", "code_challenge_method"), "invalid_request"],
      [asking(challenge, { code_challenge_method: "plain" }), "invalid_request"],
      [asking(challenge, { response_type: "id_token" }), "unsupported_response_type"],
      [asking(challenge, { resource: "https://other.example.com/mcp" }), "invalid_target"],
      [asking(challenge, { prompt: "none" }), "login_required"],
    ];
    for (const [query, error] of told) {
      const to = await world.letIn(query);
      expect(to.href, String(query)).toContain(`error=${error}`);
      expect(to.href).not.toContain("code=");
    }
    const more = { response_mode: "form_post", max_age: "0", request: "x", claims: "{}", scope: "openid everything" };
    expect((await world.letIn(asking(challenge, more))).searchParams.get("code")).not.toBeNull();
    const { to } = (await (await world.consent(asking(challenge), null)).json()) as { to: string };
    expect(new URL(to).searchParams.get("error")).toBe("access_denied");
    const { length } = await world.database.db.selectFrom("api_keys").select("id").execute();
    expect(length).toBe(1);
  });

  test("nobody consents but the person, on our own page", async () => {
    const world = await oauthWorld();
    const query = asking(pkce().challenge);
    const key = await world.asProgram("tools:call");
    const { access_token: token } = await world.signIn();
    const { cookie = "" } = world.asPerson();
    for (const headers of [
      {},
      { origin },
      key,
      { authorization: `Bearer ${token}` },
      { cookie, origin: "https://evil.example.com" },
      { cookie, origin: "http://127.0.0.1:3001" },
      { cookie },
      { cookie, origin, "sec-fetch-site": "cross-site" },
      // A form on another port, with the cookie that browsers send there too.
      { cookie, origin, "sec-fetch-site": "same-origin" },
    ]) {
      const status = (await world.consent(query, {}, headers)).status;
      expect([401, 403], JSON.stringify(headers)).toContain(status);
    }
    const form = await world.reach(`${origin}/api/oauth/consent`, {
      method: "POST",
      headers: { ...world.asPerson(), "content-type": "application/x-www-form-urlencoded" },
      body: `query=${encodeURIComponent(String(query))}`,
    });
    expect(form.status).toBe(415);
    expect((await world.consent(query, { attests: 4 })).status).toBe(400);
  });

  test("strangers make us read nothing, and registrations have a limit", async () => {
    const world = await oauthWorld({ register: true });
    const stranger = { grant_type: "authorization_code", code: "x", code_verifier: "y", redirect_uri: callback };
    for (let at = 0; at < 5; at += 1) {
      await world.tokens({ ...stranger, client_id: `https://${at}.example.com/client.json` });
    }
    expect(world.read).toEqual([]);
    const register = (more: object = {}) =>
      world.reach(`${origin}/api/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Flood", redirect_uris: [callback], ...more }),
      });
    const clever = await register({
      sector_identifier_uri: "https://evil.example.com/s",
      jwks_uri: "https://evil.example.com/k",
      token_endpoint_auth_method: "client_secret_basic",
      scope: "openid everything",
    });
    expect(await clever.json()).toMatchObject({ token_endpoint_auth_method: "none" });
    expect(world.read).toEqual([]);
    expect((await register({ client_name: "x".repeat(20_000) })).status).toBe(413);
    const statuses = [];
    for (let at = 0; at < 25; at += 1) statuses.push((await register()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.at(-1)).toBe(429);
    const { length } = await world.database.db.selectFrom("oauth_records").select("kind").execute();
    expect(length).toBe(20);
  });
});
