// One process of the app as far as the engine goes: the real store, gate, agent, sweeps and routes, with a model and
// tools of the test. It is killed, paused and cut off by whoever started it.
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import { sql } from "kysely";
import { onStop } from "../../bin/on-stop.ts";
import { buildServices } from "#lib/server/start/build-services.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { readConfiguration } from "#lib/server/settings/read-configuration.ts";
import { installServices } from "#lib/server/api/services.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { planModel } from "./model.ts";
import { answerRoute } from "./routes.ts";
import { ledgerTools } from "./tools.ts";
import type { WorkerConfig, WorkerSays } from "./worker-config.ts";

// From the one who started us.
const config = JSON.parse(process.argv[2] ?? "") as WorkerConfig;

async function run({
  name,
  port,
  dataDir,
  databaseUrl,
  effects,
  limits,
  leaseMs,
  timeouts,
}: WorkerConfig): Promise<void> {
  const asking = {
    ASKS_PER_HOUR: "unlimited",
    MESSAGES_PER_HOUR: "unlimited",
    QUEUED_PER_CHAT: "unlimited",
    TOKENS_PER_DAY: "unlimited",
  };
  const place = databaseUrl === null ? asking : { ...asking, DATABASE_URL: databaseUrl };
  const read = readEnv({ PORT: String(port), DATA_DIR: dataDir, CONFIG_DIR: dataDir, LOG_LEVEL: "info", ...place });
  if ("problem" in read) throw new Error(read.problem);
  const { env } = read;
  const configuration = readConfiguration(env);
  if ("problem" in configuration) throw new Error(configuration.problem);
  const log = logger(env.logLevel, (line) => process.stderr.write(line));
  const database = await openStore(env, log);
  if ("problem" in database) throw new Error(database.problem);
  process.on("unhandledRejection", (error) => log.error("rejection.unhandled", { error }));
  const running = buildServices({
    env,
    log,
    database: { ...database, leaseMs },
    ...configuration,
    policies: await openPolicies({ database, log, folder: dataDir, serverIds: () => [] }),
    seal: await tokenSealOf(database),
    standIns: {
      models: planModel(),
      tools: ledgerTools({ effects, worker: name, timeouts }),
      // No run ends these processes: however many die with it, it goes on.
      limits: { ...limits, mostLosses: Number.MAX_SAFE_INTEGER },
      alone: false,
    },
  });
  installServices(running.services);
  const server = createServer((request, response) => {
    const answered =
      request.url === "/full" || request.url === "/room"
        ? limitPages(database, request.url === "/full").then(() => void response.end())
        : answerRoute(request, response);
    answered.catch((error: unknown) => {
      log.error("request.failed", { error });
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  onStop(async () => {
    running.stopping();
    server.close();
    server.closeAllConnections();
    await running.close();
    await database.close();
  });
  await running.resume();
  flushCompileCache();
  watchStalls();
  say({ ready: true });
}

/** SQLite's own word for a full disk: from now on the file must not grow, or it may again. */
async function limitPages({ db, dialect }: Database, full: boolean): Promise<void> {
  if (dialect !== "sqlite") return;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  const most = full ? (rows[0]?.page_count ?? 1) : 1_073_741_823;
  await sql`pragma max_page_count = ${sql.lit(most)}`.execute(db);
}

/** Whoever does not get to run cannot renew what it holds either: on a busy machine that is nobody's fault. */
function watchStalls(): void {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - last > 500) say({ stalledMs: Math.round(now - last) });
    last = now;
  }, 100).unref();
}

function say(line: WorkerSays): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await run(config).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
