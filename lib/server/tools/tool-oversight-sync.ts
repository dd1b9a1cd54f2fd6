import { setTimeout as delay } from "node:timers/promises";
import { secretsOf } from "#lib/mcp/config/secrets-of.ts";
import type { Vouched } from "#lib/mcp/config/vouched.ts";
import { Allowance } from "#lib/mcp/transport/allowance.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { changeOversight, oversightVersion, readOversight, writeConsent } from "#lib/store/policies/tool-oversight.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { observeTools } from "./observe-tools.ts";
import { planServers, type PlannedServer, type PlanSources } from "./plan-servers.ts";
import { SeenDefinitions } from "./seen-definitions.ts";
import type { ToolsInForce } from "./tools-in-force.ts";

type Deps = {
  database: Database;
  servers: McpServers;
  force: ToolsInForce;
  sources: PlanSources;
  log: Log;
  /** Called with the secrets of servers before any of them is started. */
  learnSecrets: (secrets: string[]) => void;
};

const lookEveryMs = 2_000;
/**
 * Definitions of one server that this process puts on record, with an audit record each (THREATS G16: bounded audit
 * growth). The rest is recorded later, and is not offered meanwhile.
 */
const onRecord = { burst: 500, perSecond: 0.1 };
const wordsTaken = "Its title, its headers and the questions of its tools count as they stand from now on.";

/** Keeps servers and tools as people decided, here and in every other process of the store. */
export type ToolOversightSync = {
  /** Reads the decisions for the first time. Nothing runs before; rejects when the store does not answer. */
  load: () => Promise<void>;
  /** Reads the decisions and puts them in force before it resolves. */
  refresh: () => Promise<void>;
  /** Records the servers' present definitions. */
  observe: () => Promise<void>;
  /** Resolves when the decisions were read and the servers begin to connect. */
  started: () => Promise<void>;
  /** Resolves when all lists of the servers' first attempt are on record and in force; after `started`. */
  settled: () => Promise<void>;
  planned: () => PlannedServer[];
  stop: () => Promise<void>;
};

export function toolOversightSync({ database, servers, force, sources, log, learnSecrets }: Deps): ToolOversightSync {
  let plan: PlannedServer[] = [];
  const loaded = Promise.withResolvers<void>();
  let isLoaded = false;
  let isOver = false;
  /** By server: how many more definitions it may put on record now, and when it may again. */
  const recordings = new Map<string, { allowance: Allowance; dueAt: number }>();
  const seen = new SeenDefinitions(force);
  /** Reads run one after another: a later one is newer. */
  let going: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = going.then(() => (isOver ? undefined : work()));
    // The caller gets this work's error; the next read only waits for its end.
    going = done.catch(() => {});
    return done;
  };

  async function readAll(): Promise<void> {
    force.take(await readOversight(database));
    plan = planServers(sources, force.rows);
    learnSecrets(plan.flatMap(({ written }) => (written === null ? [] : secretsOf(written))));
    servers.overseeAnew();
    servers.reconcile(plan.flatMap(({ state, config }) => (state === "runs" && config !== null ? [config] : [])));
  }

  /** The file at the very first start counts as confirmed by the owner; later only what tightens does. */
  async function adoptFile(): Promise<void> {
    await readAll();
    if (force.rows.version > 0 && plan.every(({ tightened }) => tightened === null)) return;
    const planned = plan;
    await inTransaction(database, async (trx) => {
      const { isFirst } = await changeOversight(database, trx);
      for (const { id, source, tightened, vouched, written, isOfOlderRelease, privately } of planned) {
        const private_json = JSON.stringify(privately);
        const sealed = (what: Vouched) => sources.secrets.seal(JSON.stringify(what), aboutSecret.serverConsent(id));
        if (isFirst && source === "file" && vouched !== null && written !== null) {
          await writeConsent(database, trx, {
            server_id: id,
            vouched_json: sealed(vouched),
            private_json,
            confirmed_by: null,
          });
          const { origin } = written;
          await record(database, trx, {}, { kind: "server-added", server: id, origin, by: "file" });
        } else if (tightened !== null) {
          const consent = { server_id: id, vouched_json: sealed(tightened), private_json, confirmed_by: null };
          await writeConsent(database, trx, consent);
          const changes = [isOfOlderRelease ? wordsTaken : "mcp.json watches it more closely."];
          await record(database, trx, {}, { kind: "server-changed", server: id, changes, lowers: false });
        }
      }
    });
    await readAll();
  }

  async function observe(): Promise<void> {
    let isRecorded = false;
    for (const server of servers.inspect()) {
      const planned = plan.find(({ id }) => id === server.config.id);
      if (planned === undefined) continue;
      if (!seen.isNews(server)) {
        seen.looked(server);
        continue;
      }
      const recording = recordingOf(server.config.id);
      if (recording.dueAt > performance.now()) continue;
      const quarantined = await observeTools(database, { server, planned });
      seen.looked(server);
      recording.dueAt = performance.now() + recording.allowance.take(quarantined);
      isRecorded = true;
    }
    if (isRecorded) await readAll();
  }

  function recordingOf(serverId: string) {
    const found = recordings.get(serverId) ?? { allowance: new Allowance(onRecord), dueAt: 0 };
    recordings.set(serverId, found);
    return found;
  }

  function observeSoon(): void {
    if (isLoaded) void isOnRecord();
  }

  async function isOnRecord(): Promise<boolean> {
    try {
      await inTurn(observe);
      return true;
    } catch (error) {
      log.warn("tools.not-observed", { error });
      return false;
    }
  }

  const stopHearing = servers.onChange(observeSoon);
  const refresh = () => inTurn(readAll);
  const watching = watchStore(database, {
    on: ["tools"],
    // The poll also retries what the store refused before.
    read: async () => {
      if (!isLoaded) return load();
      if ((await oversightVersion(database)) !== force.rows.version) await refresh();
      await inTurn(observe);
    },
    everyMs: lookEveryMs,
    failed: (error) => log.warn("tools.not-read", { error }),
    evenAlone: true,
  });

  async function load(): Promise<void> {
    await inTurn(async () => {
      if (isLoaded) return;
      await adoptFile();
      isLoaded = true;
      loaded.resolve();
    });
    observeSoon();
  }

  return {
    load,
    refresh,
    observe: () => inTurn(observe),
    started: async () => {
      await loaded.promise;
      await servers.started();
    },
    settled: async () => {
      await servers.settled();
      while (!(await isOnRecord())) await delay(lookEveryMs, undefined, { ref: false });
    },
    planned: () => plan,
    stop: async () => {
      isOver = true;
      stopHearing();
      await watching.stop();
      await going;
    },
  };
}
