import { onTestFinished } from "vitest";
import type { AgentLimits } from "#lib/agent/hot/agent.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { readMcpConfig } from "#lib/mcp/config/config.ts";
import { buildServices } from "#lib/server/start/build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { installServices, type Services } from "#lib/server/api/services.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { handlersOf } from "#lib/server/http/answer-by-route.ts";
import { findRoutes } from "#lib/server/http/api-routes.ts";
import { requestWithSignal } from "#lib/server/http/request-with-signal.ts";
import { keyMadeFor } from "./session-of.ts";
import { newSecretKey } from "#lib/server/settings/secret-keys.ts";
import { openTestDatabase } from "./test-database.ts";
import { toldModel, type ToldModel } from "./told-model.ts";

const origin = "http://127.0.0.1:3000";
/** Of all apps of a test: one may follow another on the same store. */
const SECRETS_KEY = newSecretKey().toString("hex");

export type Asking = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

/** The whole app without its web server: real services on a test's store, called by the handlers of its routes. */
export type RoutesWorld = {
  services: Services;
  database: Database;
  model: ToldModel;
  /** Everything that was logged. */
  logged: string[];
  /** Cookie of the browser that claimed the instance. */
  cookie: string;
  /** Calls the handler of a route, as a request over HTTP would. `headers` alone says who asks. */
  call: (method: string, path: string, asking?: Asking) => Promise<Response>;
  /** The handler of a route, for requests of one's own. */
  handlerOf: (method: string, path: string) => (request: Request) => Promise<Response>;
  /** Ends all work of the app. */
  close: () => Promise<void>;
  /** Headers of the browser, and of a program with a new key of its person. */
  asPerson: () => Record<string, string>;
  asProgram: (...scopes: Scope[]) => Promise<Record<string, string>>;
};

type Options = {
  tools?: Tool[];
  /** What `mcp.json` lists; every server was tried when the world is there. */
  servers?: Record<string, object>;
  variables?: Record<string, string>;
  limits?: Partial<AgentLimits>;
  /** What is known of clients of the gateway. */
  clients?: unknown[];
  /** Instead of reading documents of OAuth clients and issuers from the network. */
  fetchDocument?: (url: string) => Promise<Response>;
  /** In force instead of the default. */
  policy?: ToolApprovalPolicy;
  /** Instead of an empty one of the test's own. */
  store?: Database;
};

export async function routesWorld({
  tools = [],
  servers = {},
  variables = {},
  limits = {},
  clients,
  fetchDocument,
  policy,
  store,
}: Options = {}): Promise<RoutesWorld> {
  const database = store ?? (await openTestDatabase());
  const model = toldModel();
  const env = readEnv({ SECRETS_KEY, ...variables }, "/nowhere");
  const settings = parseModelSettings({});
  if ("problem" in env || "problem" in settings) throw new Error("The usual settings are not usable.");
  const logged: string[] = [];
  const log = logger("debug", (line) => logged.push(line));
  const models = { choicesFor: () => [], describeError: describeModelError, get: () => ({ key: "told", model }) };
  const running = buildServices({
    env: env.env,
    log,
    database,
    mcp: readMcpConfig({
      text: JSON.stringify({ mcpServers: servers }),
      file: "mcp.json",
      folder: import.meta.dirname,
      environment: process.env,
    }),
    policies: await openPolicies({
      database,
      log,
      folder: "/nowhere",
      serverIds: () => [],
      around: (stored) => policy ?? stored,
    }),
    seal: await tokenSealOf(database),
    modelSettings: settings.settings,
    standIns: {
      models,
      tools,
      limits,
      ...(clients === undefined ? {} : { clients }),
      ...(fetchDocument === undefined ? {} : { fetchDocument }),
    },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await running.close();
    isOpen = false;
  };
  onTestFinished(close);
  installServices(running.services);
  await running.resume();
  const opened = await running.services.sessions.claim(null);
  if (Object.keys(servers).length > 0) await running.services.agent.gate.catalogue.settled();
  const cookie = "token" in opened ? `__Host-countersign-3000=${opened.token}` : "";
  const find = findRoutes();
  const handlerOf: RoutesWorld["handlerOf"] = (method, path) => {
    const route = find(new URL(path, origin).pathname);
    return async (request) => {
      const handler = route && (await handlersOf(route.file))[method];
      if (!handler) throw new Error(`There is no route ${method} ${path}.`);
      return handler(request, { params: Promise.resolve(route.params) });
    };
  };
  return {
    services: running.services,
    database,
    model,
    logged,
    cookie,
    call: (method, path, { body, headers = {}, signal } = {}) => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const request = requestWithSignal(origin + path, {
        method,
        signal: signal ?? new AbortController().signal,
        headers: { host: "127.0.0.1:3000", ...json, ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return handlerOf(method, path)(request);
    },
    handlerOf,
    close,
    asPerson: () => ({ cookie, origin }),
    asProgram: async (...scopes) => {
      const person = await running.services.sessions.personOf(cookie);
      if (person === null) throw new Error("Nobody is in.");
      const made = await keyMadeFor(database, running.services.keys, person, { name: "test", scopes, days: 1 });
      return { authorization: `Bearer ${made.secret}` };
    },
  };
}
