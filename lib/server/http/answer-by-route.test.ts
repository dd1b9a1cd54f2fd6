import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { setImmediate as immediate } from "node:timers/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { until } from "#e2e/support/until.ts";
import { answerByRoute, cameWhole } from "./answer-by-route.ts";
import { CutOff } from "./cut-off.ts";

// Handlers as files of app/api have them; what they see and do is told through `globalThis.told`.
const source = `
const told = globalThis.told;
const endless = (more = {}) => new Response(new ReadableStream({
  pull: (controller) => { if (told.fill) controller.enqueue(new Uint8Array(65536)); else if (told.pulled++ === 0) controller.enqueue(new Uint8Array([42])); else return new Promise(() => {}); },
  cancel: () => void told.cancelled++,
}), more);
export async function GET(request, { params }) {
  const { what } = await params;
  told.signal = request.signal;
  if (what === "endless") return endless();
  if (what === "long") return Response.json({ text: "x".repeat(10000) });
  if (what === "cookies") return new Response(null, { status: 204, headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]] });
  if (what === "events" || what === "replay") return new Response(new ReadableStream({ pull: (c) => told.pulled++ < (what === "replay" ? 100 : 3) ? c.enqueue(new Uint8Array(what === "replay" ? 200000 : 1)) : new Promise(() => {}) }, { highWaterMark: 0 }), { headers: { "content-type": "text/event-stream" } });
  if (what === "fails") throw new Error("no");
  if (what === "cut") return new Response(new ReadableStream({ start: (c) => { c.enqueue(new Uint8Array([42])); setImmediate(() => c.error(new told.CutOff())); } }));
  if (what === "breaks") return new Response(new ReadableStream({ start: (c) => { c.enqueue(new Uint8Array([42])); setImmediate(() => c.error(new Error("broken"))); } }));
  return Response.json({ what, url: request.url, header: request.headers.get("x-said") });
}
export async function POST(request, { params }) {
  const { what } = await params;
  if (what === "unread") return new Response("no", { status: 401 });
  if (what === "begun") for await (const _chunk of request.body) return new Response("too much", { status: 413 });
  return new Response(await request.text(), { status: 201 });
}
`;

/** Takes its time to load. */
const late = `await globalThis.told.loaded; export * from "./route.mjs";`;

const told = {
  cancelled: 0,
  pulled: 0,
  fill: false,
  signal: undefined as AbortSignal | undefined,
  loaded: Promise.resolve(),
  CutOff,
};
const folder = mkdtempSync(path.join(tmpdir(), "route-"));
let server: Server;
let port: number;
let failures: unknown[];
let waiting: string[] = [];
let underWay = 0;
let closed = 0;

beforeAll(async () => {
  Object.assign(globalThis, { told });
  const file = path.join(folder, "route.mjs");
  writeFileSync(file, source);
  writeFileSync(path.join(folder, "late.mjs"), late);
  const methods = ["GET", "HEAD", "POST", "OPTIONS"];
  server = createServer((request, response) => {
    const what = request.url?.slice(1) ?? "";
    underWay += 1;
    response.once("close", () => (closed += 1));
    const isLate = request.headers["x-said"] === "late";
    const found = { path: "/{what}", file: isLate ? path.join(folder, "late.mjs") : file, methods, params: { what } };
    const waits = () => void waiting.push(`${what} after ${told.pulled}`);
    void answerByRoute(found, request, response, { waits })
      .catch((error: unknown) => {
        failures.push(error);
        response.destroy();
      })
      .finally(() => (underWay -= 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  failures = [];
  waiting = [];
  Object.assign(told, { cancelled: 0, pulled: 0, fill: false, signal: undefined });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (what: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/${what}`, init);

test("a handler gets the request as it came, and its answer is sent as it is", async () => {
  const answer = await ask("plain", { headers: { "x-said": "hello" } });
  const url = `http://127.0.0.1:${port}/plain`;
  expect(await answer.json()).toEqual({ what: "plain", url, header: "hello" });
  const sent = await ask("", { method: "POST", body: "körper" });
  expect([sent.status, await sent.text()]).toEqual([201, "körper"]);
  expect((await ask("cookies")).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  const options = await ask("", { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
});

test("B11: a request came whole only where its handler has nothing of its body to wait for", async () => {
  let begun = Promise.withResolvers<void>();
  const POST = async (request: Request) => {
    const isWhole = cameWhole(request);
    begun.resolve();
    return Response.json([isWhole, await request.text()]);
  };
  const found = { path: "/", file: "", methods: ["POST"], params: {} };
  const own = createServer((request, response) => {
    // As where requests wait for their turn.
    void immediate().then(() => answerByRoute(found, request, response, { load: async () => ({ POST }) }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void own.close());
  await once(own, "listening");
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}/`;
  const answerTo = async (body: BodyInit) =>
    (await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit)).json();
  expect(await answerTo("hello")).toEqual([true, "hello"]);
  expect(await answerTo("")).toEqual([true, ""]);
  begun = Promise.withResolvers();
  const late = async function* () {
    yield Buffer.from("hel");
    await begun.promise;
    yield Buffer.from("lo");
  };
  expect(await answerTo(late() as unknown as BodyInit)).toEqual([false, "hello"]);
});

test("an answer that tells events waits once it has told those that are there, and no other answer does", async () => {
  for (const what of ["plain", "long"]) await (await ask(what)).text();
  const controller = new AbortController();
  await ask("events", { signal: controller.signal });
  await expect.poll(() => waiting).toEqual(["events after 4"]);
  controller.abort();
});

test("G23: an answer that tells events again keeps its turn until they are told, however much that is", async () => {
  const controller = new AbortController();
  const { body } = await ask("replay", { signal: controller.signal });
  body?.pipeTo(new WritableStream()).catch(() => {});
  await expect.poll(() => waiting).toEqual(["replay after 101"]);
  controller.abort();
});

test("a long answer is packed for a client that reads that, and for no other", async () => {
  const packed = await ask("long", { headers: { "accept-encoding": "gzip" } });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(Number(packed.headers.get("content-length"))).toBeLessThan(1_000);
  const plain = await ask("long", { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await packed.text()).toBe(await plain.text());
});

test("G7: HEAD is answered without a body, and the stream of the answer is cancelled", async () => {
  const answer = await ask("endless", { method: "HEAD" });
  expect([answer.status, await answer.text(), told.cancelled]).toEqual([200, "", 1]);
});

test("G7: the stream of an answer is cancelled when its client goes, also one that has stopped reading", async () => {
  for (const fill of [false, true]) {
    Object.assign(told, { cancelled: 0, pulled: 0, fill });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n");
    await once(socket, "data");
    socket.pause();
    expect(told.signal?.aborted).toBe(false);
    socket.destroy();
    await until(
      async () => told.cancelled === 1 && underWay === 0,
      "the stream is cancelled, and nothing waits for it",
    );
    expect(told.signal?.aborted).toBe(true);
  }
  expect(failures).toEqual([]);
});

test("G7: a client that goes while its route is loaded is gone for the handler", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(told, { loaded: promise, fill: true });
  const before = closed;
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /endless HTTP/1.1\r\nhost: a\r\nx-said: late\r\n\r\n");
  await until(async () => underWay === 1, "the request");
  socket.destroy();
  await until(async () => closed > before, "the end of its connection");
  resolve();
  await until(async () => underWay === 0, "nothing waits for it");
  expect(told.signal?.aborted).toBe(true);
});

test("a handler or a stream that fails is its caller's to answer, and no part of the error is sent", async () => {
  await expect(ask("fails")).rejects.toThrow("fetch failed");
  const broken = await ask("breaks");
  await expect(broken.text()).rejects.toThrow("terminated");
  expect(failures).toEqual([new Error("no"), new Error("broken")]);
});

test("a stream that this side cuts ends without a failure", async () => {
  const answer = await ask("cut");
  await expect(answer.text()).rejects.toThrow("terminated");
  await until(async () => underWay === 0, "nothing waits for it");
  expect(failures).toEqual([]);
});

test("a body that is not read, or not to its end, holds up neither its answer nor the connection's next request", async () => {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (data: Buffer) => (heard += data.toString()));
  const answered = (count: number) => () => Promise.resolve(heard.split("HTTP/1.1 ").length === count + 1);
  const piece = "10000\r\n" + "a".repeat(65_536) + "\r\n";
  for (const [turn, what] of ["unread", "begun", "unread"].entries()) {
    socket.write(`POST /${what} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${piece}`);
    await until(answered(turn + 1), `an answer to ${what}`);
    socket.write(`${piece.repeat(20)}0\r\n\r\n`);
  }
  socket.write("GET /plain HTTP/1.1\r\nhost: a\r\n\r\n");
  await until(answered(4), "an answer to the last");
  expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["401", "413", "401", "200"]);
});

test("a client that has its answer is not told to the handler as gone", async () => {
  await (await ask("plain")).text();
  const first = told.signal;
  await (await ask("plain")).text();
  expect(first?.aborted).toBe(false);
});
