import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AppConfig, configDir } from "./app-config.ts";
import { appServer } from "./app-server.ts";
import { newStore, type StoreKind } from "./app-store.ts";
import { freePort } from "./free-port.ts";

/** A running app: the real server process from the production build, with its own data and configuration. */
export type App = {
  /** Origin, without a slash at the end. */
  url: string;
  /** The link by which the next browser comes in, where others were here before. */
  entry?: string;
  /** Holds the workspace, and the store if that is a file. */
  dataDir: string;
  /** Tells another program which instance is meant. */
  variables: Record<string, string>;
  /** Everything the process has written so far. */
  output: () => string;
  pid: () => number;
  /** Ends the process at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port; with other variables besides, from then on. */
  start: (more?: Record<string, string>) => Promise<void>;
  /** Ends it politely and removes its folders and its store. */
  close: () => Promise<void>;
};

export type AppOptions = AppConfig & { env?: Record<string, string>; store?: StoreKind; prepared?: boolean };

/** Starts the app and resolves when it answers. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const app = await newApp(options);
  try {
    await app.start();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The app, not started yet. Only where the set-up of the stories ran can its store be prepared. */
export async function newApp({
  env = {},
  store: kind = "sqlite",
  prepared = false,
  ...config
}: AppOptions = {}): Promise<App> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-story-"));
  const dataDir = path.join(home, "data");
  const port = await freePort();
  const store = await newStore(kind, { dataDir, prepared });
  const variables = {
    DATA_DIR: dataDir,
    CONFIG_DIR: await configDir(home, config),
    ...store.variables,
    ...env,
  };
  const server = appServer(port, variables);
  return {
    url: server.url,
    dataDir,
    variables: { PORT: String(port), ...variables },
    output: server.output,
    pid: server.pid,
    kill: () => server.end("SIGKILL"),
    start: (more = {}) => {
      Object.assign(variables, more);
      return server.start(more);
    },
    close: async () => {
      await server.end("SIGTERM");
      await store.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
