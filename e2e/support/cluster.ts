import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { newLink } from "#lib/server/people/session.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import { type AppConfig, configDir } from "./app-config.ts";
import { type AppServer, appServer } from "./app-server.ts";
import { newStore } from "./app-store.ts";
import { freePort } from "./free-port.ts";
import { type RoundRobinProxy, roundRobinProxy } from "./round-robin-proxy.ts";

/** Several app processes on one database behind a proxy without affinity, as people reach them. */
export type Cluster = {
  /** Origin of the proxy, without a slash at the end. */
  url: string;
  proxy: RoundRobinProxy;
  /** Numbered as the proxy's targets are. */
  instances: AppServer[];
  /** Holds the workspace, whose files all instances must see. */
  dataDir: string;
  /** A fresh one-time link for one more browser. */
  link: () => Promise<string>;
  /** Starts again what has ended, and lets the proxy choose freely. */
  heal: () => Promise<void>;
  close: () => Promise<void>;
};

export type ClusterOptions = AppConfig & { instances: number; env?: Record<string, string> };

/** Starts them and resolves when each is ready. */
export async function startCluster({ instances: count, env = {}, ...config }: ClusterOptions): Promise<Cluster> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-cluster-"));
  const dataDir = path.join(home, "data");
  const store = await newStore("postgres", { dataDir, prepared: false });
  const targets: number[] = [];
  while (targets.length < count) targets.push(await freePort());
  const proxy = await roundRobinProxy({ port: await freePort(), targets });
  const variables = {
    ...store.variables,
    DATA_DIR: dataDir,
    CONFIG_DIR: await configDir(home, config),
    PUBLIC_URL: proxy.url,
    ...env,
  };
  const instances = targets.map((port) => appServer(port, variables));
  const database = postgresDatabase({ url: store.variables["DATABASE_URL"] ?? "", connections: 1, patient: true });
  const startAll = () => Promise.all(instances.filter(({ isRunning }) => !isRunning()).map(({ start }) => start()));
  await startAll();
  return {
    url: proxy.url,
    proxy,
    instances,
    dataDir,
    link: () => newLink(database, proxy.url),
    heal: async () => {
      proxy.chooseFreely();
      await startAll();
    },
    close: async () => {
      await proxy.close();
      await Promise.all(instances.map(({ end }) => end("SIGTERM")));
      await database.close();
      await store.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
