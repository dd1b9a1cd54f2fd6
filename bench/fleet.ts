import { appServer, type AppServer } from "#e2e/support/app-server.ts";
import { configDir } from "#e2e/support/app-config.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { roundRobinProxy } from "#e2e/support/round-robin-proxy.ts";
import { clockedServers } from "./clocked-tool.ts";
import type { BenchStore } from "./bench-store.ts";
import { httpClient, type HttpClient } from "./http-client.ts";
import { serversAreUp } from "./peers.ts";
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

export type FleetOptions = {
  instances: number;
  env: Record<string, string>;
  /** Who will have the tool called: then the fleet is there when the tool is, everywhere. */
  caller?: SeededPerson;
};

/** Starts them, one after the other, and resolves when all answer. They have the clocked tool. */
export async function startFleet(store: BenchStore, { instances: count, env, caller }: FleetOptions): Promise<Fleet> {
  const ports: number[] = [];
  for (let index = 0; index <= count; index += 1) ports.push(await freePort());
  const [proxyPort = 0, ...targets] = ports;
  const proxy = await roundRobinProxy({ port: proxyPort, targets });
  const config = { CONFIG_DIR: await configDir(store.home, { mcp: clockedServers }), PUBLIC_URL: proxy.url };
  const instances = targets.map((port) => appServer(port, { ...store.variables, ...config, ...env }));
  const clients: HttpClient[] = [];
  const close = async () => {
    for (const client of clients) client.close();
    await proxy.close();
    await Promise.all(instances.map(({ end }) => end("SIGTERM")));
  };
  const clientOf = ({ token }: SeededPerson, instance?: number) => {
    const url = instance === undefined ? proxy.url : (instances[instance]?.url ?? "");
    const client = httpClient(url, cookieOf(token, proxy.url));
    clients.push(client);
    return client;
  };
  try {
    for (const instance of instances) await instance.start();
    if (caller !== undefined) await Promise.all(instances.map((_, index) => serversAreUp(clientOf(caller, index))));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: proxy.url,
    instances,
    clientOf,
    close,
  };
}
