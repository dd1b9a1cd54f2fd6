import { once } from "node:events";
import type { Server } from "node:http";
import { flushCompileCache } from "node:module";
import { createServer, type Server as NetServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { maskOf } from "#lib/audit/mask.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { auditKeyProblem } from "#lib/server/audit/audit-key.ts";
import { headFileProblem } from "#lib/server/audit/sign-heads.ts";
import { buildServices, type Running } from "#lib/server/start/build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { loadCodePolicies, withCode } from "#lib/server/policies/code-policies.ts";
import { type DataLock, lockData } from "#lib/server/start/data-lock.ts";
import { type Env, readEnv } from "#lib/server/settings/env.ts";
import { answerByRoute, handlersOf } from "#lib/server/http/answer-by-route.ts";
import { type Handler, httpServer } from "#lib/server/http/http-server.ts";
import { type Log, logger } from "#lib/server/observe/log.ts";
import { onceUp } from "#lib/server/start/once-up.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { openPolicies, type Policies } from "#lib/server/policies/policies.ts";
import { keepPrivate } from "#lib/server/settings/keep-private.ts";
import {
  type Configuration,
  configuredSecrets,
  databaseSecrets,
  readConfiguration,
  readPolicy,
  serversOfFile,
} from "#lib/server/settings/read-configuration.ts";
import { secretKeyProblem } from "#lib/server/settings/secret-keys.ts";
import { teamSecrets } from "#lib/server/settings/team-settings.ts";
import { installServices } from "#lib/server/api/services.ts";
import { newLink } from "#lib/server/people/session.ts";
import { hasOwnerAccount } from "#lib/store/people/join-by-invitation.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { serversOfApp } from "#lib/store/policies/tool-oversight.ts";
import { build, isBuilt } from "./build/build-app.ts";
import { canNextRead } from "./build/can-next-read.ts";
import { type Front, nextApp } from "./build/next-app.ts";
import { onStop } from "./on-stop.ts";

const root = path.resolve(import.meta.dirname, "..");

type Mode = "production" | "development";

/** Everything that was opened, in this order; closing goes backwards. */
type Opened = {
  lock: DataLock;
  database: Database;
  running: Running;
  front: Front;
  server: Server;
  /** Whether other processes on the same store take the requests when this one stops. */
  hasPeers: boolean;
};

/**
 * Starts the whole app in this process and prints its link. Checks everything before it changes anything, cheapest
 * first; a problem is one sentence on stderr and exit code 1. `bundled` loads the handlers of a route where this runs
 * from the build.
 */
export async function runApp(mode: Mode, bundled: typeof handlersOf | null = null): Promise<void> {
  const result = await open(mode, bundled);
  if ("problem" in result) {
    process.stderr.write(`${result.problem}\n`);
    // Loaded libraries may keep the process alive; nothing of ours is open.
    process.exit(1);
  }
}

async function open(mode: Mode, bundled: typeof handlersOf | null): Promise<{ problem: string } | Opened> {
  const read = readEnv();
  if ("problem" in read) return read;
  const { env } = read;
  const configuration = readConfiguration(env);
  if ("problem" in configuration) return configuration;
  const unsigned = auditKeyProblem(env.audit, env.dataDir) ?? headFileProblem(env.audit);
  if (unsigned !== null) return { problem: unsigned };
  const code = await loadCodePolicies(env.configDir);
  if ("problem" in code) return code;
  const taken = await tryPort(env);
  if (taken !== null) return taken;

  const access = accessOf(env);
  const secrets = new Set([...configuredSecrets(configuration), ...databaseSecrets(env), ...teamSecrets(env.team)]);
  let mask = maskOf(secrets);
  const learnSecrets = (more: string[]) => {
    if (more.every((secret) => secrets.has(secret))) return;
    for (const secret of more) secrets.add(secret);
    mask = maskOf(secrets);
  };
  const log = logger(env.logLevel, (line) => process.stderr.write(mask.text(line)));
  const held = await openData(env, env.publicOrigin ?? access.origin, log);
  if ("problem" in held) return { problem: mask.text(held.problem) };
  const { lock, database } = held;
  const unknown = secretKeyProblem(env) ?? (await unknownServer(database, env, configuration));
  if (unknown !== null) {
    await database.close();
    lock.release();
    return { problem: mask.text(unknown.problem) };
  }
  if (mode === "production" && bundled === null && !isBuilt(root)) {
    process.stdout.write("Building the app: there is no build of these sources yet. This takes up to a minute.\n");
    if (!(await build(root))) return { problem: "The app could not be built; the lines above say why." };
  }
  process.on("unhandledRejection", (error) => log.error("rejection.unhandled", { error }));
  const say = (line: string) => void process.stdout.write(line);
  const policies = await policiesIn({ database, env, log }, configuration, code);
  if ("problem" in policies) return { problem: mask.text(policies.problem) };
  const seal = await onceUp(() => tokenSealOf(database));
  const running = buildServices({ env, log, database, policies, seal, learnSecrets, say, ...configuration });
  installServices(running.services);
  const front = await nextApp({ mode, root, env });
  const { handle: page, upgrade } = front;
  const load = bundled ?? handlersOf;
  const handle: Handler = (request, response, route, waits) =>
    route === null ? page(request, response) : answerByRoute(route, request, response, { load, waits });
  const { callers } = running.services;
  const lineOf = callers.lineOf.bind(callers);
  const server = httpServer({ access, mode, handle, canRead: canNextRead, lineOf, upgrade, log });
  // An instance with another address has a proxy that checks readiness.
  const hasPeers = env.databaseUrl !== null && env.publicOrigin !== null;
  const opened = { lock, database, running, front, server, hasPeers };
  const takenMeanwhile = await listen(server, env);
  if (takenMeanwhile !== null) {
    await close(opened);
    return takenMeanwhile;
  }
  onStop(() => close(opened), { say: (problem) => log.error("stop.not-clean", { problem }) });
  say(`Countersign is ready: ${await linkInto(database, env, env.publicOrigin ?? access.origin, log)}\n`);
  await running.resume();
  // Written now: a killed process would not write it at its end.
  flushCompileCache();
  return opened;
}

/**
 * A SQLite file serves one process at a time, so its directory is locked first. With PostgreSQL any number of processes
 * may share the directory too, and nothing touches it before the database is known to be usable.
 */
async function openData(
  env: Env,
  origin: string,
  log: Log,
): Promise<Pick<Opened, "lock" | "database"> | { problem: string }> {
  if (env.databaseUrl === null) {
    const lock = lockData(env.dataDir, { pid: process.pid, origin });
    if ("problem" in lock) return lock;
    const database = await openStore(env, log);
    return "problem" in database ? database : { lock, database };
  }
  const database = await openStore(env, log, { say: (line) => process.stdout.write(`${line}\n`) });
  if ("problem" in database) return database;
  const open = keepPrivate(env.dataDir);
  if (open === null) return { lock: { release: () => {} }, database };
  await database.close();
  return open;
}

/**
 * Whether a rule of the file names a server that neither the files nor the store know, or ever knew (A12: unknown tools
 * ask).
 */
async function unknownServer(
  database: Database,
  env: Env,
  { mcp }: Configuration,
): Promise<{ problem: string } | null> {
  try {
    const { added, removed } = await onceUp(() => serversOfApp(database));
    const read = readPolicy(env.configDir, { serverIds: [...serversOfFile(mcp), ...added, ...removed] });
    return "problem" in read ? read : null;
  } catch (error) {
    return { problem: `The store cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

async function policiesIn(
  { database, env, log }: { database: Database; env: Env; log: Log },
  { mcp }: Configuration,
  code: ToolApprovalPolicy[],
): Promise<Policies | { problem: string }> {
  const options = { folder: env.configDir, serverIds: () => serversOfFile(mcp), around: withCode(code) };
  try {
    return await onceUp(() => openPolicies({ database, log, ...options }));
  } catch (error) {
    return { problem: `The policy cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** A store that is away for a moment must not end a start that has come this far. */
async function linkInto(database: Database, env: Env, origin: string, log: Log): Promise<string> {
  try {
    return await onceUp(async () => {
      // Only a team's owner needs one, once; what every start prints is kept in logs.
      if (env.team !== null && (await hasOwnerAccount(database))) return origin;
      return newLink(database, origin);
    });
  } catch (error) {
    log.error("link.not-made", { error });
    return `${origin} (npm run link prints a link into it)`;
  }
}

/** Time for the load balancer to notice that this process is about to stop. */
const noticeMs = 2_000;
/** Time for requests that came just before. */
const lastRequestsMs = 500;

async function close({ lock, database, running, front, server, hasPeers }: Opened): Promise<void> {
  running.stopping();
  if (hasPeers) await sleep(noticeMs);
  const closed = once(server, "close");
  server.close();
  if (hasPeers) await Promise.race([closed, sleep(lastRequestsMs)]);
  // Streams stay open as long as somebody watches; they resume elsewhere, or at the next start.
  server.closeAllConnections();
  await running.close();
  await front.close();
  await database.close();
  lock.release();
}

async function tryPort(env: Env): Promise<null | { problem: string }> {
  const probe = createServer();
  const taken = await listen(probe, env);
  if (taken !== null) return taken;
  probe.close();
  await once(probe, "close");
  return null;
}

/** Connections that the system keeps until they are let in. Others would try again only after a second. */
const mostAtDoor = 4_096;

/** Null when it listens. */
function listen(server: NetServer, { host, port }: Env): Promise<null | { problem: string }> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const problem =
        error.code === "EADDRINUSE"
          ? `Port ${port} of ${host} is in use by another program; stop that, or set PORT.`
          : `The app cannot listen on port ${port} of ${host}: ${error.message}.`;
      resolve({ problem });
    });
    server.listen({ port, host, backlog: mostAtDoor }, () => resolve(null));
  });
}
