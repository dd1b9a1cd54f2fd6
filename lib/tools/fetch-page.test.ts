import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { lookup, LookupAddress } from "node:dns";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clearedCall, textOf } from "#e2e/support/mcp-rig.ts";
import { fetchPageTool } from "./fetch-page.ts";
import { readablePage } from "#lib/results/readable-page.ts";

const page = `<!doctype html><html><head><title>Prices &amp; more</title><style>p { color: red }</style></head>
<body><script>alert(1)</script><h1>Prices</h1><p>Tea\u200b costs
  <b>three</b> coins. <a href="/more?a=1#b">More</a> <a href="javascript:alert(1)">No</a></p>
<ul><li>Green</li><li>Black</li></ul><img src="x" alt="A cup"><template>hidden</template></body></html>`;

const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  "/page": (_, response) => response.setHeader("content-type", "text/html").end(page),
  "/latin": (_, response) =>
    response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from("caf\u00e9", "latin1")),
  "/deep": (_, response) =>
    response.setHeader("content-type", "text/html").end(`<p>Before</p>${"<b>deep ".repeat(60_000)}`),
  "/picture": (_, response) => response.setHeader("content-type", "image/png").end("x"),
  "/long": (_, response) => response.setHeader("content-type", "text/plain").end("y".repeat(3 * 1024 * 1024)),
  "/pieces": (_, response) => {
    response.flushHeaders();
    response.socket?.write("1\r\n1\r\n".repeat(20_000));
  },
  "/headers": (request, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(Object.keys(request.headers))),
  "/inside": (_, response) => response.writeHead(302, { location: "http://inside.example/secret" }).end(),
  "/metadata": (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(),
  "/file": (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/round": (_, response) => response.writeHead(302, { location: "/round" }).end(),
  "/once": (_, response) => response.writeHead(301, { location: "/page" }).end(),
};

let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  (answers[request.url ?? ""] ?? ((_, none) => none.writeHead(404).end()))(request, response);
});
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** Of the public web there is one address here: this computer's. */
const web: Record<string, string[]> = {
  "page.example": ["127.0.0.1"],
  "inside.example": ["10.0.0.1"],
  "both.example": ["127.0.0.1", "10.0.0.1"],
};
const resolver = ((name: string, _options: unknown, done: (error: Error | null, found: LookupAddress[]) => void) =>
  done(
    null,
    (web[name] ?? []).map((address) => ({ address, family: 4 })),
  )) as unknown as typeof lookup;
const tool = fetchPageTool({ resolver, mayReach: (address) => address === "127.0.0.1" });
async function fetched(url: string): Promise<{ text: string; isError: boolean }> {
  const outcome = await tool.call(clearedCall({ url }));
  return { text: textOf(outcome), isError: outcome.kind === "result" && outcome.result.isError };
}

test("S0.59: a page comes as text, with its title, its links and nothing that is hidden in it", async () => {
  const at = `http://page.example:${port}`;
  expect(await fetched(`${at}/once`)).toEqual({
    isError: false,
    text: [
      `${at}/page`,
      "Prices & more",
      "",
      "Prices",
      "",
      `Tea costs three coins. More (${at}/more?a=1#b) No`,
      "",
      "- Green",
      "- Black",
      "[A cup]",
    ].join("\n"),
  });
  expect((await fetched(`${at}/latin`)).text).toContain("caf\u00e9");
  expect((await fetched(`${at}/headers`)).text).not.toMatch(/cookie|authorization/);
  const long = await fetched(`${at}/long`);
  expect(long.text.length).toBeLessThan(50_200);
  expect(long.text).toContain("the rest was left out");
  expect(await fetched(`${at}/picture`)).toEqual({
    isError: true,
    text: "The page was not read: it is image/png, and no text.",
  });
  expect(await fetched(`${at}/none`)).toMatchObject({ isError: true, text: expect.stringContaining("HTTP 404") });
});

test("S0.59, G8: of a page that is deeper or longer than any real one the beginning is read, and the text says so", async () => {
  const { text } = await fetched(`http://page.example:${port}/deep`);
  expect(text).toContain("Before");
  expect(text).toContain("the rest was left out");
  expect(text.split("deep").length).toBeLessThan(300);
  const linked = readablePage("<a href=x>l</a>".repeat(100_000), `https://page.example/?${"y".repeat(1_900)}/`);
  expect(linked.isCut).toBe(true);
  expect(linked.text.length).toBeLessThan(600_000);
  expect(readablePage("<p>".repeat(10_000), "https://page.example/").isCut).toBe(false);
});

test.each([
  ["/inside", "This name leads into a private network."],
  ["/metadata", "The address is inside of a private network."],
  ["/file", "The address must begin with https:// or http://."],
  ["/pieces", "It answered in too many small pieces."],
  ["/round", "It redirects more than 5 times."],
])("S0.59, E9, G8: what %s answers is not followed", async (path, problem) => {
  asked = [];
  const text = `The page was not fetched. ${problem}`;
  expect(await fetched(`http://page.example:${port}${path}`)).toEqual({ isError: true, text });
  expect(new Set(asked)).toEqual(new Set([path]));
});

test("S0.59, E9: nothing inside of a private network is asked", async () => {
  asked = [];
  const inside = ["inside.example", "both.example", "127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"];
  for (const host of inside) {
    expect(await fetched(`http://${host}:${port}/page`), host).toMatchObject({ isError: true });
  }
  for (const url of ["file:///etc/passwd", "ftp://page.example/", "http://a:b@page.example/", "page"]) {
    expect(await fetched(url), url).toMatchObject({ isError: true });
  }
  expect(asked).toEqual([]);
});
