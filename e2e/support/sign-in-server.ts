import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { Provider } from "oidc-provider";
import { z } from "zod";
import { freePort } from "./free-port.ts";
import { mcpListener } from "./servers/serve-mcp.ts";
import type { SignInTasks } from "./sign-in-tasks.ts";

/** A real MCP server behind a real authorization server, on loopback. */
export type SignInServer = {
  /** Of the MCP endpoint. */
  url: string;
  issuer: string;
  /** Who is signed in at the authorization server from now on. */
  signInAs: (account: string) => void;
  /** Opens a page as a browser would, signs in, agrees, and resolves to the query that the browser brings back. */
  visit: (page: string) => Promise<string>;
  /** Who called which tool, as the server knows them. */
  calls: { tool: string; account: string }[];
  /** Who read its app. */
  appReaders: string[];
  /** Every token that came to the server. */
  tokens: string[];
  /** How often the token endpoint gave tokens, by grant type. */
  grants: string[];
  /** No token that was given so far counts any more; `all`: nor the account, until it signs in again. */
  forget: (what: "access" | "all") => void;
  /** What became of each request to revoke a token: the status of the answer, or that there was none. */
  revoked: string[];
  /** What each client that registered said of itself. */
  registered: Record<string, unknown>[];
  close: () => void;
};

type Options = {
  /** Whether clients may register themselves. */
  registers?: boolean;
  /** Whether it knows the rights of the server by name, as clients want that register with them. */
  namesRights?: boolean;
  /** Clients that were made by hand. */
  clients?: { client_id: string; client_secret: string; grant_types?: string[]; redirect_uris?: string[] }[];
  /** Whether it leaves whoever revokes without an answer. */
  hangs?: boolean;
  /** Seconds that an access token lasts. */
  lasts?: number;
  /** Makes a task of calls of a further tool `grow`, for its caller alone. */
  tasks?: SignInTasks;
  /** Shows what a further tool `order` returns with an app: its page, for whoever reads it. */
  app?: (account: string) => string;
};

const scopes = "tools:use tools:admin";

export async function signInServer({
  registers = true,
  namesRights = false,
  clients = [],
  lasts = 600,
  hangs = false,
  tasks,
  app,
}: Options = {}): Promise<SignInServer> {
  const [mcpPort, issuerPort] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${issuerPort}`;
  const url = `http://127.0.0.1:${mcpPort}/mcp`;
  let account = "nobody";
  const gone = new Set<string>();
  const known = new Set<string>();
  const forgotten = new Set<string>();
  const at: SignInServer = {
    url,
    issuer,
    signInAs: (who) => {
      account = who;
      gone.delete(who);
    },
    visit: visited,
    calls: [],
    appReaders: [],
    tokens: [],
    grants: [],
    revoked: [],
    registered: [],
    forget: (what) => {
      for (const token of known) forgotten.add(token);
      if (what === "all") gone.add(account);
    },
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
  const provider = new Provider(issuer, {
    clients: clients.map((client) => ({
      redirect_uris: [],
      response_types: client.grant_types?.includes("authorization_code") === false ? [] : ["code"],
      grant_types: ["authorization_code", "refresh_token"],
      application_type: "native" as const,
      ...client,
    })),
    scopes: ["openid", "offline_access", ...(namesRights ? scopes.split(" ") : [])],
    findAccount: (_context, id) => (gone.has(id) ? undefined : { accountId: id, claims: async () => ({ sub: id }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: registers },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => url,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience: url,
          accessTokenFormat: "opaque",
          accessTokenTTL: lasts,
        }),
      },
    },
    ttl: { AccessToken: lasts, ClientCredentials: lasts },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of the provider"] },
    pkce: { required: () => true },
  });
  provider.on("grant.success", ({ oidc }) => at.grants.push(String(oidc.params?.["grant_type"])));
  provider.on("registration_create.success", (_context, client) => at.registered.push({ ...client.metadata() }));
  const authorize = provider.callback();
  const consent = async (...[request, response]: Parameters<typeof authorize>): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: account } });
    const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
    grant.addOIDCScope(`openid offline_access ${namesRights ? scopes : ""}`);
    grant.addResourceScope(url, String(params["scope"] ?? ""));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  const issuing = createServer((request, response) => {
    if (request.url === "/token/revocation") {
      response.on("close", () => at.revoked.push(hangs ? "given up" : String(response.statusCode)));
      if (hangs) return void at.revoked.push("unanswered");
    }
    if (request.url?.startsWith("/interaction/")) return void consent(request, response);
    void authorize(request, response);
  });

  const caller = new AsyncLocalStorage<{ who: string; token: string }>();
  const { answer } = mcpListener(() => {
    const server = new McpServer({ name: "behind", version: "1.0.0" }, { capabilities: { logging: {} } });
    for (const tool of ["whoami", "admin", ...(tasks === undefined ? [] : ["grow"])]) {
      const inputSchema = z.object({ note: z.string().optional() });
      server.registerTool(tool, { description: "Says who is signed in.", inputSchema }, async (_given, { mcpReq }) => {
        const who = caller.getStore()?.who ?? "?";
        at.calls.push({ tool, account: who });
        await mcpReq.log("info", `${who} calls ${tool}`);
        return { content: [{ type: "text" as const, text: `You are ${who}.` }] };
      });
    }
    if (app !== undefined) {
      const uri = "ui://far/order";
      const inputSchema = z.object({});
      server.registerTool("order", { inputSchema, _meta: { ui: { resourceUri: uri } } }, async () => {
        const who = caller.getStore()?.who ?? "?";
        at.calls.push({ tool: "order", account: who });
        return { content: [{ type: "text" as const, text: `The order of ${who}.` }] };
      });
      const mimeType = "text/html;profile=mcp-app";
      server.registerResource("app", uri, { mimeType }, () => {
        const who = caller.getStore()?.who ?? "?";
        at.appReaders.push(who);
        return { contents: [{ uri, mimeType, text: app(who) }] };
      });
    }
    const mimeType = "text/plain";
    const text = `Notes of ${caller.getStore()?.token}`;
    server.registerResource("notes", "notes://own", { mimeType, description: text }, ({ href: uri }) => ({
      contents: [{ uri, mimeType, text }],
    }));
    return server;
  });
  const metadataAt = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
  const refuse = (response: ServerResponse, status: number, more: string) =>
    void response.writeHead(status, { "www-authenticate": `Bearer resource_metadata="${metadataAt}"${more}` }).end();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith("/.well-known/oauth-protected-resource/mcp")) {
      const said = { resource: url, authorization_servers: [issuer], scopes_supported: ["tools:use"] };
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
    }
    if (request.url !== "/mcp") return void response.writeHead(404).end();
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined) return refuse(response, 401, ', scope="tools:use"');
    at.tokens.push(token);
    const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
    const isGood = found?.aud === url && !forgotten.has(token);
    if (!isGood) return refuse(response, 401, ', error="invalid_token"');
    known.add(token);
    if (request.headers["mcp-name"] === "admin" && found.scope?.split(" ").includes("tools:admin") !== true)
      return refuse(response, 403, ', error="insufficient_scope", scope="tools:admin"');
    const who = "accountId" in found && found.accountId !== undefined ? found.accountId : (found.clientId ?? "?");
    if (await tasks?.answer(request, response, who)) return;
    await caller.run({ who, token }, () => answer(request, response));
  };
  const serving = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const servers: Server[] = [issuing, serving];
  issuing.listen(issuerPort, "127.0.0.1");
  serving.listen(mcpPort, "127.0.0.1");
  await Promise.all(servers.map((server) => once(server, "listening")));
  return at;
}

/** A browser with cookies, which stops where it would leave for the app. */
async function visited(page: string): Promise<string> {
  const { origin } = new URL(page);
  const jar = new Map<string, string>();
  let next = page;
  for (let steps = 0; steps < 20; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`The page leads nowhere: ${response.status} ${await response.text()}`);
    const to = new URL(location, next);
    if (to.origin !== origin) return to.search.slice(1);
    next = to.href;
  }
  throw new Error("The page leads on and on.");
}
