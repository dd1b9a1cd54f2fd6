import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { bounded } from "./bounded.ts";
import { errorFacts } from "./error-facts.ts";
import { heeded } from "./heeded.ts";

/** What a client has of a server that writes this behind its headers, or before them. */
async function read({ before = "", body = "" }: { before?: string; body?: string }): Promise<string> {
  const at = await listeningAt(
    createServer((_request, response) => {
      response.socket?.write(before);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      response.socket?.end(body);
    }),
  );
  return (await bounded(heeded({ viaProxy: false }, 2_000), 10_000)(at)).text();
}
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const hint = "HTTP/1.1 103 Early Hints\r\n\r\n";

test("G26: an answer word by word is read whole, with comments, hints before it and a few lines that nobody knows", async () => {
  const words = ["event: a\ndata: {}\n\n", ": wait\n\n", "retry: 10\r\n", "x: y\n", "id: 1\rdata\r\r"];
  const body = Array.from({ length: 100 }, (_, at) => chunk(words[at % words.length]!));
  const text = await read({ before: hint.repeat(3), body: `${body.join("")}0\r\n\r\n` });
  expect(text).toBe(words.join("").replaceAll(/\r\n?/g, "\n").repeat(20));
});

test.each([
  ["pieces of a byte", { body: chunk("x").repeat(10_000) }],
  ["hints before the answer", { before: hint.repeat(10_000) }],
  ["lines that nobody knows", { body: chunk("x\n".repeat(30_000)) }],
  ["delays that are no numbers", { body: chunk("retry: x\n".repeat(5_000)) }],
])("G26: a model server that goes on and on with %s is stopped", async (_, sent) => {
  const error: unknown = await read(sent).catch((problem: unknown) => problem);
  expect(errorFacts(error).names).toContain("SaidTooMuch");
});

test("G26: requests one after another share a connection, whoever asks for them", async () => {
  const sockets = new Set<unknown>();
  const at = await listeningAt(
    createServer((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { "keep-alive": "timeout=900" }).end("x");
    }),
  );
  for (let asked = 0; asked < 5; asked += 1) expect(await (await heeded({ viaProxy: false })(at)).text()).toBe("x");
  // The first may not be free yet when the second asks.
  expect(sockets.size).toBeLessThan(3);
});

test("a redirect is not followed, because it would carry the key elsewhere", async () => {
  const asked: string[] = [];
  const at = await listeningAt(
    createServer((request, response) => {
      asked.push(String(request.url));
      response.writeHead(307, { location: "/elsewhere" }).end();
    }),
  );
  const refused = heeded({ viaProxy: false })(`${at}/here`, { headers: { authorization: "Bearer x" } });
  await expect(refused).rejects.toThrow("fetch failed");
  expect(asked).toEqual(["/here"]);
});

test.each([302, 999])("G26: an answer of status %i, which nobody reads, keeps no connection", async (status) => {
  let closed = 0;
  const server = createServer((_request, response) => {
    response.socket?.write(`HTTP/1.1 ${status} Odd\r\ntransfer-encoding: chunked\r\n\r\n5\r\nbegun\r\n`);
  });
  server.on("connection", (socket) => socket.on("close", () => (closed += 1)));
  await expect(heeded({ viaProxy: false })(await listeningAt(server))).rejects.toThrow("fetch failed");
  await expect.poll(() => closed).toBe(1);
});

test("a model server that cannot be reached, or that nobody waits for, is told as fetch tells it", async () => {
  const away = heeded({ viaProxy: false })("http://127.0.0.1:9");
  await expect(away).rejects.toMatchObject({ name: "TypeError", message: "fetch failed" });
  const at = await listeningAt(createServer());
  const stop = new AbortController();
  const asked = heeded({ viaProxy: false })(at, { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(asked).rejects.toThrow("stopped");
});
