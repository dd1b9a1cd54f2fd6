import { expect, test, vi } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { cappedFetch } from "./capped-fetch.ts";
import { FloodGuard } from "./flood-guard.ts";

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
