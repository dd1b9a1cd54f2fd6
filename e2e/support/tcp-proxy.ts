import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type TcpProxy = {
  port: number;
  /** Ends every connection. */
  cut: () => void;
  /** From now on swallows every byte in both directions, of these connections and of new ones, and says nothing. */
  swallow: () => void;
  /** Passes new connections on again. Those that lost bytes stay dead. */
  mend: () => void;
};

/** A wire between two programs of a test, which can be cut and can go dead without a word. */
export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<{ ends: Socket[]; isDead: boolean }>();
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = connect(target);
    const pair = { ends: [near, far], isDead: isSwallowing };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => pair.isDead || to.write(bytes));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const { ends } of pairs) for (const end of ends) end.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    // A server that listens on a port has this shape of address.
    port: (server.address() as AddressInfo).port,
    cut,
    swallow: () => {
      isSwallowing = true;
      for (const pair of pairs) pair.isDead = true;
    },
    mend: () => {
      isSwallowing = false;
    },
  };
}
