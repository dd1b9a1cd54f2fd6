import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";

/** Next, ready to answer. */
export type Front = {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
  close: () => Promise<void>;
};

type Options = { mode: "production" | "development"; root: string; env: { host: string; port: number } };

export async function nextApp({ mode, root, env }: Options): Promise<Front> {
  // Next would attach itself to the upgrades of the server it is given. Ours checks them first, so Next gets another
  // server.
  const decoy = createServer();
  const app = next({ dev: mode === "development", dir: root, hostname: env.host, port: env.port, httpServer: decoy });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => handle(request, response),
    // Only the development server has web sockets: hot reload.
    upgrade:
      mode === "development" ? (request, socket, head) => void decoy.emit("upgrade", request, socket, head) : null,
    close: () => app.close(),
  };
}
