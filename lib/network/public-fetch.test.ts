import type { LookupAddress } from "node:dns";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import type { Resolver } from "./resolver.ts";
import { publicFetch } from "./public-fetch.ts";

/** Every name leads to these. */
function names(...addresses: string[]): Resolver {
  type Done = (error: null, found: LookupAddress[]) => void;
  const resolver = (_name: string, _options: object, done: Done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  // It is asked for all addresses, always.
  return resolver as unknown as Resolver;
}
const limits = { timeoutMs: 20_000, mostBytes: 1_000 };

test("F13, E9: the document of a client is read from public addresses alone, by https, whatever its name leads to", async () => {
  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1", "0.0.0.0"]) {
    const read = publicFetch({ ...limits, resolver: names("93.184.216.34", address) });
    await expect(read("https://client.example.com/client.json"), address).rejects.toThrow("private network");
  }
  const read = publicFetch({ ...limits, resolver: names("93.184.216.34") });
  for (const url of [
    "http://client.example.com/client.json",
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://localhost/client.json",
    "https://2130706433/client.json",
    "https://me:secret@client.example.com/client.json",
    "file:///etc/passwd",
  ]) {
    await expect(read(url), url).rejects.toThrow();
  }
});

test("F13: what is too large, comes too late or lies elsewhere is not read", async () => {
  let asked = 0;
  const at = await listeningAt(
    createServer((request, response) => {
      asked += 1;
      if (request.url === "/elsewhere") response.writeHead(302, { location: "/fine" }).end();
      else if (request.url === "/endless") response.write("x".repeat(2_000));
      else if (request.url === "/pieces") {
        response.flushHeaders();
        response.socket?.write("1\r\n1\r\n".repeat(20_000));
      } else if (request.url === "/hints") response.socket?.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20_000));
      else if (request.url === "/silent") response.writeHead(200).flushHeaders();
      else response.writeHead(200, { "cache-control": "max-age=60" }).end("{}");
    }),
  );
  const read = publicFetch({ ...limits, trusted: new URL(at).host });
  const fine = await read(`${at}/fine`);
  expect([fine.status, await fine.json(), fine.headers.get("cache-control")]).toEqual([200, {}, "max-age=60"]);
  expect((await read(`${at}/elsewhere`)).status).toBe(302);
  expect(asked).toBe(2);
  await expect(read(`${at}/endless`)).rejects.toThrow("more than 1000 bytes");
  const large = publicFetch({ ...limits, mostBytes: 1_000_000, trusted: new URL(at).host });
  await expect(large(`${at}/pieces`)).rejects.toThrow("more than 10000 pieces");
  await expect(large(`${at}/hints`)).rejects.toThrow("more than 10000 pieces");
  const hasty = publicFetch({ ...limits, timeoutMs: 100, trusted: new URL(at).host });
  await expect(hasty(`${at}/silent`)).rejects.toThrow("timeout");
});
