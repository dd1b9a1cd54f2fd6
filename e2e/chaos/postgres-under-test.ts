import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "#e2e/support/postgres-server.ts";
import { tcpProxy, type Passage, type TcpProxy } from "#e2e/support/tcp-proxy.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import type { Crew } from "./crew.ts";
import type { Random } from "./random.ts";
import { prepare, type StoreUnderTest } from "./store-under-test.ts";
import type { Fault } from "./torment.ts";

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A real PostgreSQL, and a way to it for each of the processes that can be broken by itself. */
export async function postgresUnderTest(places: number): Promise<StoreUnderTest> {
  const server = await startPostgres();
  const url = await createDatabase(server.url);
  const database = postgresDatabase({ url, connections: 2, patient: true, patienceMs: 60_000 });
  const credentials = await prepare(database);
  const proxies = await Promise.all(
    Array.from({ length: places }, () => tcpProxy({ host: "127.0.0.1", port: server.port })),
  );
  return {
    backend: "postgres",
    credentials,
    database,
    urlFor: (place) => {
      const through = new URL(url);
      through.port = String(proxies[place]?.port);
      return through.href;
    },
    faults: (crew, random) => [
      ...waysBroken(crew, proxies, random),
      restart(server, "restart", random),
      restart(server, "crash", random),
      readOnly(server, random),
    ],
    heal: async () => {
      for (const proxy of proxies) proxy.set("open");
    },
    close: async () => {
      await database.close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await server.close();
    },
  };
}

/** Of one process, or of all. */
function waysBroken(crew: Crew, proxies: TcpProxy[], random: Random): Fault[] {
  const broken = (what: string, weight: number, strike: (proxy: TcpProxy) => Promise<void>): Fault => ({
    what,
    weight,
    strike: async () => {
      const place = random.chance(0.5) ? null : random.between(0, proxies.length - 1);
      const hit = place === null ? proxies : proxies.slice(place, place + 1);
      const worker = place === null ? null : crew.nameAt(place);
      await Promise.all(hit.map(strike));
      return { worker };
    },
  });
  const during = (passage: Passage, from: number, to: number) => async (proxy: TcpProxy) => {
    proxy.set(passage);
    await sleep(random.between(from, to));
    proxy.set("open");
  };
  return [
    broken("connections cut", 4, async (proxy) => proxy.cut()),
    broken("connections refused", 2, async (proxy) => {
      proxy.set("refusing");
      proxy.cut();
      await sleep(random.between(100, 1_000));
      proxy.set("open");
    }),
    broken("black hole", 4, during("silent", 100, 2_500)),
    broken("replies lost", 4, during("deaf", 50, 1_500)),
  ];
}

/** In an orderly way, or as after `kill -9` of all of its processes: then it recovers from its log. */
function restart(server: Server, how: "restart" | "crash", random: Random): Fault {
  return {
    what: how === "restart" ? "restart" : "immediate restart",
    weight: 1,
    strike: async () => {
      await (how === "restart" ? server.stop() : server.crash());
      await sleep(random.between(0, 300));
      await server.start();
      return { worker: null };
    },
  };
}

/**
 * PostgreSQL takes no writes. Stands for its full disk, which needs a file system of its own and so more rights than a
 * test has; the code of the error differs, what the app must do does not.
 */
function readOnly(server: Server, random: Random): Fault {
  return {
    what: "read only",
    weight: 2,
    strike: async () => {
      await asOwner(server, "alter system set default_transaction_read_only = on");
      await sleep(random.between(200, 1_200));
      await asOwner(server, "alter system reset default_transaction_read_only");
      return { worker: null };
    },
  };
}

async function asOwner(server: Server, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query("set default_transaction_read_only = off");
    await client.query(statement);
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}
