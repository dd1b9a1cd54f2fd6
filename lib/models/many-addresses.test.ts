import dns from "node:dns";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { heeded } from "./heeded.ts";

/** Has the system know a name with thousands of addresses, for Node itself too. */
function manyAddresses(): void {
  const found = Array.from({ length: 2_000 }, (_, at) => ({ address: `127.1.${at >> 8}.${at & 255}`, family: 4 }));
  const lookup = (_name: string, _options: object, done: (error: null, all: object[]) => void) =>
    setImmediate(() => done(null, found));
  const system = vi.spyOn(dns, "lookup").mockImplementation(lookup as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    system.mockRestore();
    syncBuiltinESMExports();
  });
}

test.each([false, true])(
  "G31: of a model server's name with thousands of addresses few are tried, through a proxy's settings: %s",
  async (viaProxy) => {
    const server = createServer();
    const { port } = new URL(await listeningAt(server));
    server.close();
    manyAddresses();
    const failed = await heeded({ viaProxy })(`http://many.example:${port}/v1`).catch((error: Error) => error.cause);
    if (!(failed instanceof AggregateError)) throw new Error("It was not tried at several.", { cause: failed });
    expect(failed.errors.length).toBeLessThanOrEqual(8);
  },
);
