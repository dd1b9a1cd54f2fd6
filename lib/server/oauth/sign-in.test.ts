import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { callback, metadataAt, oauthWorld, resource, shorter, type OauthWorld } from "#e2e/support/oauth-world.ts";

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

function newSdk(world: OauthWorld, at: string, provider: OAuthClientProvider, era: "legacy" | "modern"): AnySdk {
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name: "desk", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(at), {
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

function oldSdk(world: OauthWorld, at: string, provider: OAuthClientProvider): AnySdk {
  const client = new OldClient({ name: "desk", version: "1" });
  const transport = new OldTransport(new URL(at), { fetch: world.reach, authProvider: provider as never });
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.searchParams.get("code") ?? ""),
    call: () => client.callTool({ name: "srv__look", arguments: {} }),
    close: () => client.close(),
  };
}

test.each([
  ["client 2, new era, by its document", "modern", metadataAt, resource],
  ["client 2, new era, by its document, at /mcp", "modern", metadataAt, shorter],
  ["client 2, old era, registered", "legacy", undefined, resource],
  ["client 2, old era, registered, at /mcp", "legacy", undefined, shorter],
  ["sdk 1, registered", "old", undefined, resource],
  ["sdk 1, registered, at /mcp", "old", undefined, shorter],
] as const)(
  "F13, F14, S0.60: %s: it finds where to sign in, is let in, calls, is revoked, and is out",
  async (_, kind, document, at) => {
    const look = fakeTool("look", { flag: "never", act: () => said("seen") });
    const world = await oauthWorld({ tools: [look], register: true });
    const { kept, provider } = keeping(document);
    // The SDK's own types ask for setters that read-only members fill as well.
    const sdk = () =>
      kind === "old" ? oldSdk(world, at, provider as never) : newSdk(world, at, provider as never, kind);
    const first = sdk();
    await expect(first.connect()).rejects.toThrow("Unauthorized");
    const asked = kept.goTo ?? new URL(origin);
    expect(asked.origin + asked.pathname).toBe(`${origin}/connect`);
    expect(asked.searchParams.get("resource")).toBe(at);
    const back = await world.letIn(asked.searchParams, { name: "my desk", attests: 2 });
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get("state")).toBe("state of mine");
    expect(back.searchParams.get("iss")).toBe(origin);
    await first.finish(back);

    const second = sdk();
    onTestFinished(() => second.close());
    await second.connect();
    expect(await second.call()).toMatchObject({ content: [{ text: "seen" }] });
    // Both addresses are the one endpoint.
    for (const each of [resource, shorter]) {
      expect((await world.ping(kept.tokens?.access_token ?? "", each)).status).toBe(200);
    }
    const calls = await world.database.db.selectFrom("tool_calls").select("caller").execute();
    expect(calls).toEqual([{ caller: "gateway:my desk" }]);

    const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
      keys: { id: string }[];
    };
    const host = document === undefined ? "127.0.0.1" : "client.example.com";
    expect(keys).toMatchObject([{ name: "my desk", scopes: ["tools:call"], attests: 2, client: { host } }]);
    const revoked = await world.call("DELETE", `/api/keys/${keys[0]?.id}`, { headers: world.asPerson() });
    expect(revoked.status).toBe(204);
    expect((await world.ping(kept.tokens?.access_token ?? "")).status).toBe(401);
  },
);

test("F14: a client that signed in is as a key: no other reaches its session, and its open streams end with it", async () => {
  const world = await oauthWorld();
  const [one, other] = [await world.signIn(), await world.signIn()];
  const session = (await world.ping(one.access_token)).headers.get("mcp-session-id") ?? "";
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
  expect((await world.ping(other.access_token)).status).toBe(401);
  const refreshed = await world.tokens({ grant_type: "refresh_token", refresh_token: one.refresh_token ?? "" });
  expect([refreshed.status, await refreshed.json()]).toMatchObject([400, { error: "invalid_grant" }]);
});

test("F14: who is in stays in when the app starts anew", async () => {
  const before = await oauthWorld();
  const { access_token: token, refresh_token: refresh = "" } = await before.signIn();
  await before.close();
  const world = await oauthWorld({ store: before.database });
  expect((await world.ping(token)).status).toBe(200);
  const renewed = await world.tokens({ grant_type: "refresh_token", refresh_token: refresh });
  expect(renewed.status).toBe(200);
  expect((await world.ping(((await renewed.json()) as { access_token: string }).access_token)).status).toBe(200);
});

test("F14: its token opens the MCP endpoint and nothing else, and is in the store in no readable form", async () => {
  const world = await oauthWorld();
  const { access_token: token, refresh_token: refresh = "" } = await world.signIn();
  expect((await world.ping(token)).status).toBe(200);
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
  for (const at of [resource, shorter]) {
    const metadata = `${origin}/.well-known/oauth-protected-resource${new URL(at).pathname}`;
    const challenge = (await on.reach(at, bare)).headers.get("www-authenticate");
    expect(challenge).toBe(`Bearer resource_metadata="${metadata}", scope="tools:call"`);
    expect(await (await on.reach(metadata)).json()).toMatchObject({ resource: at, authorization_servers: [origin] });
    const said = { ...bare, headers: { ...bare.headers, "x-countersign-came-by": "/mcp" } };
    expect((await on.reach(at, said)).headers.get("www-authenticate")).toBe(challenge);
  }
  expect((await on.call("POST", "/api/asks", { body: {} })).headers.get("www-authenticate")).toBe("Bearer");
  const { registration_endpoint: none } = (await (
    await on.reach(`${origin}/.well-known/oauth-authorization-server`)
  ).json()) as { registration_endpoint?: string };
  expect(none).toBeUndefined();
  expect((await on.reach(`${origin}/api/oauth/register`, bare)).status).toBe(404);
});
