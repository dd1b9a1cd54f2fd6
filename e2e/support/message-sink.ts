import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = number | "hang" | "endless" | { redirect: string };

/** A place that messages are sent to: it keeps them all, and answers as it is told. */
export type MessageSink = {
  url: string;
  received: Received[];
  /** What it answers from now on; 200 until it is told. */
  answer: (answer: Answer) => void;
  /** Resolves when so many messages have come. */
  until: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function messageSink(): Promise<MessageSink> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let how: Answer = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      for (const look of waiting) look();
      reply(response, how);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    answer: (answer) => (how = answer),
    until: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        if (received.length < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
      return promise;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, how: Answer): void {
  if (how === "hang") return;
  if (typeof how === "number") return void response.writeHead(how).end("answered");
  if (how !== "endless") return void response.writeHead(307, { location: how.redirect }).end();
  response.writeHead(200);
  const drip = setInterval(() => response.write("more "), 5);
  response.on("close", () => clearInterval(drip));
}
