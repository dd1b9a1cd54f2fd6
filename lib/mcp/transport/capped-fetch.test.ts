import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { cappedFetch } from "./capped-fetch.ts";
import { FloodGuard } from "./flood-guard.ts";
import { HttpTransport } from "./http-transport.ts";

const made = vi.hoisted((): unknown[] => []);
vi.mock("undici", async (original) => {
  const undici = await original<typeof import("undici")>();
  return {
    ...undici,
    Agent: class extends undici.Agent {
      constructor(options: ConstructorParameters<typeof undici.Agent>[0]) {
        super(options);
        made.push(options);
      }
    },
  };
});

test("M10: no answer of a server is cut off by a time limit of the HTTP library while a person thinks", async () => {
  const server = await handWrittenServer("legacy", () => null);
  const { fetch, close } = cappedFetch({ guard: new FloodGuard(), privately: "anywhere" });
  const ping = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) };
  expect(await (await fetch(server.entry.url, ping)).json()).toMatchObject({ result: {} });
  expect(made).toEqual([expect.objectContaining({ headersTimeout: 0, bodyTimeout: 0 })]);
  await close();
  await server.stop();
});

test("M126: no carriage return of an event stream comes to its parser, which would look for it again for each line", async () => {
  const headers = { "content-type": "text/event-stream" };
  const said = `${":\r".repeat(9_000)}event: message\r\ndata: 1\r\rdata: 2\n\r\n`;
  const server = await handWrittenServer("legacy", () => ({ status: 200, headers, body: said }));
  const { fetch, close } = cappedFetch({ guard: new FloodGuard(), privately: "anywhere" });
  const ask = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) };
  const read = await (await fetch(server.entry.url, ask)).text();
  expect(read).toBe(`${":\n".repeat(9_000)}event: message\ndata: 1\n\ndata: 2\n\n`);
  await close();
  await server.stop();
});

test("M127: what a server sends is measured as what it is read as, whatever type it says", async () => {
  let type = "";
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": type }).end("x\n".repeat(5_000));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  for (type of ["Text/Event-Stream", "application/json; a=text/event-stream"]) {
    const guard = new FloodGuard();
    const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
    const answer = await fetch(url, { method: "POST", body: "{}" });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    await expect(answer.text()).rejects.toThrow();
    expect(guard.flooded?.short).toContain("messages a second");
    await close();
  }
  type = "text/plain";
  const guard = new FloodGuard();
  const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
  const transport = new HttpTransport(url, guard, { fetch });
  const errors: Error[] = [];
  transport.onerror = (error) => void errors.push(error);
  await transport.start();
  await transport.resumeStream("1");
  await transport.close();
  expect(errors).toEqual([]);
  await close();
  server.close();
});
