import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { expect, test } from "vitest";
import { checkedConnector } from "./checked-connector.ts";

test("G31: of a name with thousands of addresses few are tried, of each family", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const numbers = Array.from({ length: 2_000 }, (_, number) => number);
  const found = [
    ...numbers.map((number) => ({ address: `127.1.${number >> 8}.${number & 255}`, family: 4 })),
    ...numbers.map(() => ({ address: "::1", family: 6 })),
  ];
  const connect = await checkedConnector({
    mayReach: () => true,
    timeoutMs: 5_000,
    resolver: (_name, _options, done) => setImmediate(() => done(null, found)),
  });
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  connect({ hostname: "many.example", protocol: "http:", port: String(port) }, (...[error]) => resolve(error));
  const problem = await promise;
  if (!(problem instanceof AggregateError))
    throw new Error("It was not tried at several addresses.", { cause: problem });
  expect(problem.errors.length).toBeLessThanOrEqual(8);
  const families = problem.errors.map(({ address }: { address: string }) => isIP(address));
  expect(new Set(families)).toEqual(new Set([4, 6]));
});
