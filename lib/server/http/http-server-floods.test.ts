import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as immediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { logger } from "#lib/server/observe/log.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { BoundedRequest } from "./bounded-request.ts";
import { type Handler, httpServer } from "./http-server.ts";
import { mostConnections } from "./open-connections.ts";

let server: Server;
let port: number;
let answer: Handler;

beforeEach(async () => {
  answer = (_request, response) => void response.end("fine");
  // The port is known only after listening, so the rules are read through this object.
  const access = accessOf({ host: "127.0.0.1", port: 0, publicOrigin: null });
  server = httpServer({
    access,
    mode: "production",
    handle: (request, response, _route, waits) => answer(request, response, null, waits),
    canRead: () => true,
    lineOf: ({ headers }) => `whoever shows ${headers.cookie}`,
    upgrade: null,
    log: logger("silent", () => {}),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  Object.assign(access, accessOf({ host: "127.0.0.1", port, publicOrigin: null }));
});

afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** The server's answer to exactly these bytes. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

test("G8: a body in chunks is taken, as some clients send it, and one in thousands of tiny pieces is cut off", async () => {
  answer = async (request, response) => void response.end(await text(request));
  const chunks = (count: number) => `${"1\r\nx\r\n".repeat(count)}0\r\n\r\n`;
  const head = `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n`;
  expect(await raw(`${head}\r\n${chunks(300)}`)).toContain("x".repeat(300));
  const larger = `c8\r\n${"y".repeat(200)}\r\n`.repeat(10_000);
  expect(await raw(`${head}\r\n${larger}0\r\n\r\n`)).toContain("y".repeat(2_000_000));
  expect(await raw(`${head}\r\n${chunks(20_000)}`).catch(() => "")).toBe("");
});

test("G8: of a body in tiny pieces nothing is made any more once it is cut off, and the next body is read", async () => {
  answer = async (request, response) => void response.end(await text(request).catch(() => ""));
  const push = vi.spyOn(BoundedRequest.prototype, "push");
  onTestFinished(() => push.mockRestore());
  const head = `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
  for (let round = 0; round < 3; round += 1) {
    push.mockClear();
    const socket = connect(port, "127.0.0.1").resume();
    socket.on("error", () => {}).write(`${head}${"1\r\nx\r\n".repeat(8_000)}`);
    await expect.poll(() => socket.closed).toBe(true);
    expect(push.mock.calls.length).toBeLessThan(1_000);
    expect(await raw(`${head}5\r\nhello\r\n0\r\n\r\n`)).toContain("hello");
  }
});

test.each([
  ["a handler left", ""],
  ["a handler left, with an expectation that nobody knows,", "Expect: nothing\r\n"],
])(
  "G8: a body that %s unread does not stop the next request, and one in thousands of tiny pieces is cut off",
  async (_, more) => {
    Object.assign(server, { requestTimeout: 0, keepAliveTimeout: 0 });
    const ask = `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}Transfer-Encoding: chunked\r\n\r\n`;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).write(ask);
    let said = "";
    socket.on("data", (piece) => (said += piece.toString()));
    const answers = () => said.split("HTTP/1.1 200 OK").length - 1;
    await expect.poll(answers).toBe(1);
    socket.write(`${"1\r\nx\r\n".repeat(300)}0\r\n\r\n${ask}`);
    await expect.poll(answers).toBe(2);
    socket.write("1\r\nx\r\n".repeat(100_000));
    await expect.poll(() => socket.closed, { timeout: 10_000 }).toBe(true);
  },
);

test.each([
  ["plain ones", ""],
  ["such as expect what nobody knows", "Expect: nothing\r\n"],
])("G7: of thousands of requests that are sent ahead, %s, the server makes no more than two", async (_, more) => {
  let made = 0;
  for (const event of ["request", "checkExpectation"]) server.on(event, () => (made += 1));
  const socket = connect(port, "127.0.0.1").resume();
  socket.on("error", () => {}).write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`.repeat(2_000));
  await expect.poll(() => socket.closed).toBe(true);
  expect(made).toBeLessThanOrEqual(2);
});

test("G7: whoever opens connections without end loses the oldest of them, and nobody else does", async () => {
  server.keepAliveTimeout = 0;
  const sockets = ["bob", ...Array<string>(mostConnections.ofOne + 1).fill("eve")].map((who) => {
    const socket = connect(port, "127.0.0.1").resume();
    socket.on("error", () => {}).write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${who}\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => sockets.filter(({ closed }) => closed).length, { timeout: 10_000 }).toBe(1);
  expect(sockets[0]?.closed).toBe(false);
});

test("G16: of conditions that a file may not meet, and of parts that it may not have, Next hears nothing", async () => {
  answer = ({ headers }, response) => void response.end(Object.keys(headers).join(" "));
  const conditions = ["if-match", "if-unmodified-since", "if-range", "if-none-match", "range"];
  const asked = conditions.map((name) => `${name}: "a"\r\n`).join("");
  const heard = await raw(`GET /a.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${asked}\r\n`);
  expect(conditions.filter((name) => heard.includes(` ${name}`))).toEqual(["if-none-match"]);
});

test("G62: a request of more headers than browsers and proxies send is not taken to pieces", async () => {
  answer = ({ headers }, response) => void response.end(`heard ${Object.keys(headers).length}`);
  const ask = (count: number) => {
    const more = Array.from({ length: count }, (_, index) => `x${index}: 1\r\n`).join("");
    return raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${more}\r\n`);
  };
  expect(await ask(150)).toContain("heard 153");
  expect(await ask(900)).toMatch(/^HTTP\/1\.1 431 /);
});

test("B16: a browser is told to forget cookies that are too large to be read, however large they are", async () => {
  for (const size of [20_000, 700_000]) {
    const cookies = `Cookie: a=${"x".repeat(size)}\r\n`;
    const heard = await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${cookies}\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 431 /);
    expect(heard).toContain('\r\nClear-Site-Data: "cookies"\r\n');
  }
  expect(await raw("GET / HTTP/9\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

test("G23: answers that only wait for what happens keep no turn, however busy the process is", async () => {
  // Nobody looks whether the process has become idle.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const held = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let begun = 0;
  answer = async ({ url }, response, _route, waits) => {
    if (url !== "/api/events") return void response.end("fine");
    waits();
    if ((begun += 1) === 4) all.resolve();
    await held.promise;
    response.end();
  };
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  const waiting = Array.from({ length: 4 }, () => raw(ask("/api/events")));
  await all.promise;
  expect(await raw(ask("/api/chats"))).toMatch(/^HTTP\/1\.1 200 .*fine/s);
  held.resolve();
  await Promise.all(waiting);
});

test("G23: one request is begun in a round of the loop, so that others are read and answered in between", async () => {
  const ask = (who: string) =>
    `GET /api/chats HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${who}\r\nConnection: close\r\n\r\n`;
  let round = 0;
  const rounds: number[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  answer = async (_request, response) => {
    rounds.push(round);
    if (rounds.length === 8) resolve();
    await all;
    response.end();
  };
  const eight = ["ana", "bob"].flatMap((who) => Array.from({ length: 4 }, () => raw(ask(who))));
  for (; rounds.length < 8; round += 1) await immediate();
  await Promise.all(eight);
  expect(new Set(rounds).size).toBe(8);
});
