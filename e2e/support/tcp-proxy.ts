import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * What stands between a client and its server. `open` passes everything on; `refusing` takes no connection; `silent`
 * keeps all that is said, in both directions, until it opens again, and says nothing itself; `deaf` lets the server
 * hear, and keeps what it answers.
 */
export type Passage = "open" | "refusing" | "silent" | "deaf";

export type TcpProxy = {
  port: number;
  /** Changes what happens from now on, also to connections that exist. */
  set: (passage: Passage) => void;
  /** Ends every connection that exists, without a word. */
  cut: () => void;
  connections: () => number;
  close: () => Promise<void>;
};

type Pair = { client: Socket; server: Socket };

/** Listens on a port of 127.0.0.1 of its own and connects whoever comes to the target. Whoever opens it closes it. */
export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let passage: Passage = "open";
  const pairs = new Set<Pair>();
  const listener = createServer((client) => {
    if (passage === "refusing") return void client.resetAndDestroy();
    const server = connect(target);
    const pair = { client, server };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (data) => to.write(data));
      from.on("end", end);
      from.on("error", end);
      from.on("close", end);
    }
    hold(pair, passage);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const cut = () => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
    pairs.clear();
  };
  return {
    port: address.port,
    set: (next) => {
      // What a deaf passage kept was lost on the way.
      if (passage === "deaf" && next !== "deaf") cut();
      passage = next;
      for (const pair of pairs) hold(pair, next);
    },
    cut,
    connections: () => pairs.size,
    close: async () => {
      cut();
      listener.close();
      await once(listener, "close");
    },
  };
}

function hold({ client, server }: Pair, passage: Passage): void {
  if (passage === "silent") client.pause();
  else client.resume();
  if (passage === "silent" || passage === "deaf") server.pause();
  else server.resume();
}
