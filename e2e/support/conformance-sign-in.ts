import { clearedCall, unstartedRig, type McpRig } from "./mcp-rig.ts";
import { parseMcpConfig } from "#lib/mcp/config/config.ts";
import { beginSignIn } from "#lib/mcp/sign-in/begin-sign-in.ts";
import type { MadeClient } from "#lib/mcp/sign-in/client-for.ts";
import { finishSignIn } from "#lib/mcp/sign-in/finish-sign-in.ts";
import { oauthFetch } from "#lib/mcp/sign-in/oauth-fetch.ts";
import type { SignIn, SignIns } from "#lib/mcp/sign-in/sign-ins.ts";

/** A scenario of the MCP conformance suite: its name, the address of its server, and what it says beside. */
export type Scenario = { name: string; url: string; context: Record<string, unknown> };

/** As often a person signs in for one call before they give up. */
const mostSignIns = 3;
/** The suite's name for a document about a client. */
const documentAt = "https://conformance-test.local/client-metadata.json";
const self = { redirectUri: "http://127.0.0.1:3000/api/servers/callback", documentAt };

/** Somebody who uses the server of a scenario, and signs in wherever it wants that. */
export async function playSignIn(scenario: Scenario): Promise<void> {
  const { url } = scenario;
  const entry = { url, oauth: await settingsOf(scenario) };
  let kept: SignIn | null = null;
  let made: MadeClient | null = null;
  const signIns: SignIns = {
    read: async () => kept,
    anybody: async () => "person",
    renew: async (_of, token, work) => {
      if (kept?.accessToken === token) kept = await work(kept);
      return kept;
    },
  };
  const rig = unstartedRig({ suite: entry }, { signIns });
  const [config] = parseMcpConfig({
    text: JSON.stringify({ mcpServers: { suite: entry } }),
    file: "mcp.json",
    folder: import.meta.dirname,
    environment: {},
  });
  if (config?.transport.kind !== "http") throw new Error("The suite has servers with an address.");
  const { transport } = config;
  const signIn = async (scope: string | null) => {
    const fetchFn = oauthFetch(transport);
    const scopes = [kept?.scope ?? null, scope];
    const begun = await beginSignIn(transport, { self, made, state: "a state", scopes }, fetchFn);
    made = begun.made ?? made;
    // The suite's page sends the browser back at once.
    const page = await fetch(begun.page, { redirect: "manual" });
    const back = new URL(page.headers.get("location") ?? "");
    kept = await finishSignIn(begun.attempt, back.searchParams, fetchFn);
    rig.servers.signInsChanged("suite");
  };
  try {
    rig.servers.start();
    for (let times = 0; ; times += 1) {
      const needed = await use(rig);
      if (needed === null) return;
      if (times === mostSignIns) throw new Error("It wants a sign-in again and again.");
      await signIn(needed.scope);
    }
  } finally {
    await rig.close();
  }
}

/** Calls a tool. Resolves to the sign-in that is wanted for it; null when it was called. */
async function use(rig: McpRig): Promise<{ scope: string | null } | null> {
  await rig.until(() => rig.servers.list().every(({ status }) => status === "up" || status === "down"));
  const [server] = rig.servers.inspect();
  if (server?.signIn?.isMissing === true) return { scope: null };
  const [tool] = rig.servers.tools();
  if (tool === undefined) throw new Error(`It offers nothing: ${server?.problem}`);
  const outcome = await tool.call(clearedCall({}));
  if (outcome.kind === "sign-in-first") return outcome;
  if (outcome.kind !== "result") throw new Error(`No result: ${JSON.stringify(outcome)}`);
  return null;
}

/** What the owner writes under "oauth". */
async function settingsOf({ name, url, context }: Scenario): Promise<object> {
  const { client_id: clientId, client_secret: clientSecret, issuer = await issuerOf(url) } = context;
  if (clientId === undefined) return { who: "instance" };
  const isMachine = name.startsWith("auth/client-credentials");
  return { who: "instance", clientId, clientSecret, issuer, ...(isMachine && { grant: "client_credentials" }) };
}

/** The authorization server of a scenario that does not say its own, which an owner knows. */
async function issuerOf(url: string): Promise<string | undefined> {
  const said = await fetch(new URL("/.well-known/oauth-protected-resource/mcp", url));
  return said.ok ? ((await said.json()) as { authorization_servers: string[] }).authorization_servers[0] : undefined;
}
