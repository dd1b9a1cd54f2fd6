import { once } from "node:events";
import { type IncomingMessage, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as immediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accessOf } from "#lib/server/settings/access.ts";
import { type Handler, httpServer } from "./http-server.ts";
import { securityHeadersOf } from "./security-headers.ts";
import { logger } from "#lib/server/observe/log.ts";
import { whoseWork } from "#lib/store/engine/fair-turns.ts";

let server: Server;
let port: number;
let seen: IncomingMessage[];
let answer: Handler;
let logged: string[];

beforeEach(async () => {
  seen = [];
  logged = [];
  answer = (_request, response) => void response.end("fine");
  // The port is known only after listening, so the rules are read through this object.
  const names = { hosts: new Set<string>(), origins: new Set<string>(), origin: "" };
  const access = { ...names, publicOrigin: null, publicHost: null, sessionPort: 0, isSecure: false };
  server = httpServer({
    access,
    mode: "production",
    handle: (request, response, _route, waits) => {
      seen.push(request);
      return answer(request, response, null, waits);
    },
    canRead: ({ url }) => url !== "/unreadable",
    lineOf: ({ headers }) => `whoever shows ${headers.cookie}`,
    upgrade: null,
    log: logger("error", (line) => logged.push(line)),
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

type Answer = { status: number | undefined; headers: IncomingMessage["headers"]; text: string };

async function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const sent = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method,
    headers: { host: `127.0.0.1:${port}`, ...headers },
  });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, text };
}

/** The server's answer to exactly these bytes. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

function connections(of: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    of.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

test("G23: what a page asks of the store waits in the line of whoever asks for it, never in the app's own", async () => {
  const whose: (string | undefined)[] = [];
  answer = async (_request, response) => {
    await immediate();
    whose.push(whoseWork());
    response.end();
  };
  for (const cookie of ["a", "b"]) await get("/inbox", { cookie });
  expect(whose).toEqual(["whoever shows a", "whoever shows b"]);
});

test.each(["/inbox", "/api/approvals", "/_next/static/a.js", "/api/health"])(
  "G23: of a flood of %s a few are worked on at once, and what somebody else asks is among the next",
  async (path) => {
    const held = Promise.withResolvers<void>();
    const drawing: string[] = [];
    answer = async ({ headers, url }, response) => {
      drawing.push(String(headers.cookie));
      if (headers.cookie === "flood" && url === path) await held.promise;
      response.end();
    };
    const flood = Array.from({ length: 50 }, () => get(path, { cookie: "flood" }));
    await expect.poll(() => connections(server)).toBe(50);
    expect((await get(path, { cookie: "bob" })).status).toBe(200);
    expect(drawing.indexOf("bob")).toBeLessThan(40);
    // What a proxy asks as a stranger waits behind no page, route or file of strangers.
    expect((await get("/api/ready", { cookie: "flood" })).status).toBe(200);
    held.resolve();
    await Promise.all(flood);
  },
);

test("G23: while one person's requests keep the processor, four of them are worked on at once", async () => {
  let [begun, ended] = [0, 0];
  const most: number[] = [];
  answer = async (_request, response) => {
    begun += 1;
    most.push(begun - ended);
    for (let piece = 0; piece < 5; piece += 1) {
      const until = performance.now() + 10;
      while (performance.now() < until);
      await immediate();
    }
    ended += 1;
    response.end();
  };
  await Promise.all(Array.from({ length: 12 }, () => get("/api/chats", { cookie: "eve" })));
  expect(Math.max(...most)).toBe(4);
});

test("G23: nothing is begun while others wait at the door, and whoever comes without end keeps nobody from it", async () => {
  const inside: number[] = [];
  answer = async (_request, response) => {
    inside.push(await connections(server));
    response.end();
  };
  // Stands still, so that a slow machine lets everybody in too.
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = get("/inbox");
  const crowd = Array.from({ length: 100 }, () => connect(port, "127.0.0.1"));
  await first;
  expect(inside).toEqual([101]);
  vi.useRealTimers();
  let isOver = false;
  const another = (): unknown => {
    const one = connect(port, "127.0.0.1");
    return one.on("connect", () => isOver || (one.destroy(), another()));
  };
  another();
  await get("/inbox");
  isOver = true;
  for (const socket of crowd) socket.destroy();
});

describe("B5: the Host header", () => {
  test.each(["evil.test", "127.0.0.1", "127.0.0.1:1", "localhost", "127.0.0.1.evil.test"])(
    "%j is answered 421 for pages, static files and the API, and Next never sees it",
    async (host) => {
      for (const path of ["/", "/_next/static/chunks/a.js", "/api/health", "/favicon.ico"]) {
        const { status, text } = await get(path, { host });
        expect(status).toBe(421);
        expect(JSON.parse(text)).toMatchObject({ status: 421, code: "wrong-host" });
      }
      expect(seen).toHaveLength(0);
    },
  );

  test("must be there", async () => {
    expect(await raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 421 /);
    expect(seen).toHaveLength(0);
  });

  test("our own names with our port are answered", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      expect((await get("/api/health", { host: `${name}:${port}` })).status).toBe(200);
    }
  });

  test("a full address in the request line does not get past it", async () => {
    const text = await raw(`GET http://evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toHaveLength(0);
  });

  test("forwarding headers never reach Next", async () => {
    await get("/", { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https", forwarded: "host=evil.test" });
    expect(Object.keys(seen[0]!.headers).filter((name) => name.includes("forwarded"))).toEqual([]);
  });
});

describe("another loopback name", () => {
  const page = { accept: "text/html,application/xhtml+xml" };

  test("is redirected to the one that holds the session, path and query kept", async () => {
    const { status, headers } = await get("/chat/7?a=b", { host: `localhost:${port}`, ...page });
    expect([status, headers.location]).toEqual([307, `http://127.0.0.1:${port}/chat/7?a=b`]);
  });

  test("is not redirected for the API, for static files, and under the right name", async () => {
    const local = { host: `localhost:${port}`, ...page };
    expect((await get("/api/health", local)).status).toBe(200);
    expect((await get("/_next/static/a.js", local)).status).toBe(200);
    expect((await get("/", page)).status).toBe(200);
  });

  test("cannot be turned into a redirect to somewhere else", async () => {
    const { headers } = await get("//evil.test/x", { host: `localhost:${port}`, ...page });
    expect(new URL(headers.location ?? "").host).toBe(`127.0.0.1:${port}`);
  });
});

describe("the headers of every answer", () => {
  test("forbid framing, sniffing, referrers and foreign content, also on errors", async () => {
    for (const host of [`127.0.0.1:${port}`, "evil.test"]) {
      const { headers } = await get("/", { host });
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(Object.keys(headers).filter((name) => /^(access-control|x-powered-by)/.test(name))).toEqual([]);
    }
  });

  test.each([
    ["https://countersign.example.com", "max-age=31536000"],
    ["https://countersign.example.com:8443", undefined],
    ["http://countersign.example.com", undefined],
    [null, undefined],
  ])("say of %s that browsers come by https alone: %s", (publicOrigin, said) => {
    const headers: Record<string, string> = securityHeadersOf(
      accessOf({ host: "127.0.0.1", port: 3000, publicOrigin }),
    );
    expect(headers["strict-transport-security"]).toBe(said);
  });

  test("C8: every page gets its own nonce, the one that Next reads, and no inline or evaluated script", async () => {
    const policies = [await get("/"), await get("/")].map(({ headers }) => String(headers["content-security-policy"]));
    expect(new Set(policies).size).toBe(2);
    expect(seen.map(({ headers }) => headers["content-security-policy"])).toEqual(policies);
    for (const policy of policies) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
      expect(policy).not.toContain("unsafe");
    }
  });

  test("a policy that the client sends along is replaced", async () => {
    await get("/", { "content-security-policy": "script-src 'nonce-mine'" });
    expect(seen[0]!.headers["content-security-policy"]).not.toContain("mine");
  });
});

describe("B3: an address that is no route of ours can only be read", () => {
  test.each(["/", "/chat/7", "/_next/static/a.js", "/api/../", "/api/%2e%2e/chat/7", "/api/..\\\\", "/apiary", "//["])(
    "POST to %j does not reach Next, which would read it as an action of the page",
    async (path) => {
      const { status, headers } = await get(
        path,
        { "next-action": "0", "content-type": "multipart/form-data" },
        "POST",
      );
      expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
      expect(seen).toHaveLength(0);
    },
  );

  test("every method reaches the routes", async () => {
    for (const method of ["GET", "PATCH", "DELETE", "OPTIONS"]) await get("/api/chat/7", {}, method);
    await get("/api/chat", {}, "POST");
    await get("/", {}, "HEAD");
    expect(seen.map(({ method }) => method)).toEqual(["GET", "PATCH", "DELETE", "OPTIONS", "POST", "HEAD"]);
  });

  test("S0.60: /mcp is another name of /api/mcp, with all of its rules, and of nothing else", async () => {
    for (const method of ["GET", "POST", "DELETE"]) await get("/mcp", {}, method);
    await get("/mcp?a=/mcp", {}, "POST");
    await get("/api/mcp", { "x-countersign-came-by": "/mcp" }, "POST");
    const came = seen.map(({ url, headers }) => [url, headers["x-countersign-came-by"]]);
    const shorter = ["/api/mcp", "/mcp"];
    expect(came).toEqual([shorter, shorter, shorter, ["/api/mcp?a=/mcp", "/mcp"], ["/api/mcp", undefined]]);
    expect((await get("/mcp", {}, "PUT")).headers.allow).toBe("POST, GET, DELETE, HEAD, OPTIONS");
    expect((await get("/mcp", { host: "evil.test" }, "POST")).status).toBe(421);
    for (const path of ["/mcp/", "/mcp/x", "/mcpx", "/MCP", "/./mcp", "//mcp"]) {
      expect((await get(path, {}, "POST")).status, path).toBe(405);
    }
    expect(seen).toHaveLength(5);
  });

  test("an unknown route or method of the API is refused in its own shape, and Next hears nothing of it", async () => {
    const unknown = await get("/api/nothing", {}, "POST");
    expect(unknown).toMatchObject({ status: 404, headers: { "content-type": "application/problem+json" } });
    expect(JSON.parse(unknown.text)).toMatchObject({ status: 404, code: "not-found", title: "Not Found" });
    const wrong = await get("/api/approvals/a/approve", {}, "DELETE");
    expect(wrong).toMatchObject({
      status: 405,
      headers: { "content-type": "application/problem+json", allow: "POST, OPTIONS" },
    });
    expect(JSON.parse(wrong.text)).toMatchObject({ status: 405, code: "method-not-allowed" });
    expect((await get("/api/approvals", {}, "PROPFIND")).headers.allow).toBe("GET, HEAD, OPTIONS");
    expect(seen).toEqual([]);
  });
});

test("G16: what Next cannot read is refused, and Next never sees it", async () => {
  const refused = { status: 400, text: expect.stringContaining('"code":"bad-request"') };
  expect(await get("/unreadable")).toMatchObject(refused);
  expect(await get("/api/chat/%zz")).toMatchObject({ status: 404 });
  expect(seen).toEqual([]);
});

test("H4: a handler that fails is 500 without the cause, which the log has", async () => {
  answer = () => Promise.reject(new Error("secret path /work/x"));
  const { status, text } = await get("/");
  expect(status).toBe(500);
  expect(text).not.toContain("secret");
  expect(logged.join()).toContain("secret path");
});

test("B8: there are no web sockets", async () => {
  const upgrade = `GET /_next/hmr HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  expect(await raw(upgrade)).toBe("");
  expect(seen).toHaveLength(0);
});

test("a client that offers another protocol is answered in this one", async () => {
  const offer = "Connection: Upgrade, close\r\nUpgrade: h2c";
  expect(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${offer}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
});

test("G7: a client that never finishes its headers is cut off", async () => {
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  server.headersTimeout = 50;
  expect(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `)).toMatch(/^HTTP\/1\.1 408 /);
});

test("G7: requests that are sent ahead wait for their turn, and of a client that goes none is answered later", async () => {
  const asked: (() => void)[] = [];
  answer = (_request, response) => void asked.push(() => response.end("fine"));
  const ask = `GET /a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.write(ask + ask);
  await expect.poll(() => asked.length).toBe(1);
  // Another connection is answered meanwhile, so what this one sent has arrived.
  answer = (_request, response) => void response.end("other");
  expect((await get("/b")).text).toBe("other");
  expect(seen.map(({ url }) => url)).toEqual(["/a", "/b"]);
  asked[0]?.();
  await expect.poll(() => seen.length).toBe(3);
  answer = (_request, response) => void asked.push(() => response.end("fine"));
  socket.write(ask);
  await expect.poll(() => seen.length).toBe(4);
  socket.write(ask);
  socket.destroy();
  await expect.poll(() => connections(server)).toBe(0);
  expect(seen).toHaveLength(4);
});

test("G7: a client that sends many requests ahead is cut off, and Next sees one of them at most", async () => {
  answer = () => {};
  const ask = `GET /a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  expect(await raw(ask.repeat(20))).toBe("");
  expect(seen.length).toBeLessThanOrEqual(1);
});

test.each<[string, () => string, number]>([
  ["an unknown address", () => `GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 404],
  ["a request without a host", () => "GET /a HTTP/1.1\r\n\r\n", 400],
])("G7: behind a refusal of %s that ends the connection nothing is answered", async (_, first, status) => {
  const text = await raw(`${first()}GET /b HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(text).toContain(`HTTP/1.1 ${status} `);
  expect(seen).toEqual([]);
});

test("G7: connections have an end, and so has the time in which a client reads nothing", () => {
  expect(server.maxConnections).toBe(7_000);
  expect(server.timeout).toBe(120_000);
});

test("behind a proxy the proxy ends idle connections, else the app does soon", () => {
  const idleMs = (publicOrigin: string | null) => {
    const access = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin });
    const log = logger("silent", () => {});
    return httpServer({
      access,
      mode: "production",
      handle: () => {},
      canRead: () => true,
      lineOf: () => "strangers",
      upgrade: null,
      log,
    }).keepAliveTimeout;
  };
  expect(idleMs(null)).toBeLessThanOrEqual(10_000);
  expect(idleMs("https://chat.example.com")).toBeGreaterThan(120_000);
});
