import { appServer, type AppServer } from "#e2e/support/app-server.ts";
import { configDir } from "#e2e/support/app-config.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { roundRobinProxy } from "#e2e/support/round-robin-proxy.ts";
import type { BenchStore } from "./bench-store.ts";
import { httpClient, type HttpClient } from "./http-client.ts";
import { cookieOf } from "./seed-chats.ts";
import type { SeededPerson } from "./seed-people.ts";

/** App processes on one store behind a proxy without affinity. The proxy runs in this very process. */
export type Fleet = {
  /** Origin of the proxy, without a slash at the end. */
  url: string;
  instances: AppServer[];
  /** Speaks as this person: through the proxy, or to one instance past it. */
  clientOf: (person: SeededPerson, instance?: number) => HttpClient;
  close: () => Promise<void>;
};

export type FleetOptions = { instances: number; env: Record<string, string> };

/** Starts them, one after the other, and resolves when all answer. They have no tool servers. */
export async function startFleet(store: BenchStore, { instances: count, env }: FleetOptions): Promise<Fleet> {
  const ports: number[] = [];
  for (let index = 0; index <= count; index += 1) ports.push(await freePort());
  const [proxyPort = 0, ...targets] = ports;
  const proxy = await roundRobinProxy({ port: proxyPort, targets });
  const config = { CONFIG_DIR: await configDir(store.home, { mcp: { mcpServers: {} } }), PUBLIC_URL: proxy.url };
  const instances = targets.map((port) => appServer(port, { ...store.variables, ...config, ...env }));
  const clients: HttpClient[] = [];
  const close = async () => {
    for (const client of clients) client.close();
    await proxy.close();
    await Promise.all(instances.map(({ end }) => end("SIGTERM")));
  };
  try {
    for (const instance of instances) await instance.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: proxy.url,
    instances,
    clientOf: ({ token }, instance) => {
      const url = instance === undefined ? proxy.url : (instances[instance]?.url ?? "");
      const client = httpClient(url, cookieOf(token, proxy.url));
      clients.push(client);
      return client;
    },
    close,
  };
}
