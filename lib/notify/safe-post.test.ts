import type { lookup, LookupAddress } from "node:dns";
import { createServer } from "node:http";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { messageSink } from "#e2e/support/message-sink.ts";
import { isPublicAddress, problemOfTarget } from "#lib/network/public-address.ts";
import { safePost } from "./safe-post.ts";

const publicOnly = { mayBePrivate: false };

test.each([
  "http://example.com/",
  "https://localhost/",
  "https://x.localhost/",
  "https://localhost./",
  "https://127.0.0.1./",
  "https://[::ffff:10.0.0.1]/",
  "https://[64:ff9b:1::1]/",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://0/",
  "https://10.1.2.3/",
  "https://172.20.0.1/",
  "https://192.168.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[2002:7f00:1::]/",
  "https://[64:ff9b::7f00:1]/",
  "https://bank@example.com/",
  "https://a:b@example.com/",
  "ftp://example.com/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "//example.com/",
  "",
])("E9: nothing is sent to %j", async (address) => {
  expect(problemOfTarget(address, publicOnly)).not.toBeNull();
  const { post, close } = safePost({ ...publicOnly, timeoutMs: 1_000 });
  onTestFinished(close);
  expect(await post(address, { headers: {}, body: "{}" })).toHaveProperty("problem");
});

test("E9: a message that may go without TLS still goes to public addresses only", () => {
  const plain = { mayBePrivate: false, mayBePlain: true };
  for (const address of ["http://example.com/", "https://example.com/"]) {
    expect(problemOfTarget(address, plain), address).toBeNull();
  }
  for (const address of ["http://localhost/", "http://10.1.2.3/", "http://[::1]/", "ftp://example.com/"]) {
    expect(problemOfTarget(address, plain), address).not.toBeNull();
  }
});

test("E9: a public address may be sent to, any of a private range may not", () => {
  for (const address of ["https://example.com/", "https://8.8.8.8/x", "https://[2606:4700::1111]/"]) {
    expect(problemOfTarget(address, publicOnly), address).toBeNull();
  }
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.constantFrom("10", "127", "0", "192.168", "169.254", "172.16", "100.64"),
      octet,
      octet,
      octet,
      (...parts) => {
        const address = parts.join(".").split(".").slice(0, 4).join(".");
        expect(isPublicAddress(address)).toBe(false);
      },
    ),
  );
  expect(isPublicAddress("not an address")).toBe(false);
  expect(isPublicAddress("168.63.129.16")).toBe(false);
});

function resolverOf(...answers: LookupAddress[][]): typeof lookup {
  let turn = 0;
  const resolve = (_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    done(null, answers[Math.min(turn++, answers.length - 1)] ?? []);
  };
  return resolve as unknown as typeof lookup;
}

test("E9: a name that leads into a private network, or does so the second time, reaches nothing there", async () => {
  const canary = await messageSink();
  onTestFinished(canary.close);
  const { port } = new URL(canary.url);
  const loopback = { address: "127.0.0.1", family: 4 };
  const somewhere = { address: "203.0.113.1", family: 4 };
  const elsewhere = { address: "8.8.8.8", family: 4 };
  for (const answers of [[[loopback]], [[elsewhere, loopback]], [[somewhere], [loopback]]]) {
    const { post, close } = safePost({ ...publicOnly, timeoutMs: 500, resolver: resolverOf(...answers) });
    onTestFinished(close);
    for (const _ of [1, 2]) {
      const sent = await post(`https://rebind.example:${port}/`, { headers: {}, body: "{}" });
      expect(sent).toEqual({ problem: "This name leads into a private network." });
    }
  }
  expect(canary.received).toEqual([]);
});

test("E9: messages go where the owner lets them go, in their own network too", async () => {
  const place = await messageSink();
  onTestFinished(place.close);
  const { post, close } = safePost({ mayBePrivate: true, timeoutMs: 2_000 });
  onTestFinished(close);
  expect(await post(place.url, { headers: { "x-a": "b" }, body: "{}" })).toEqual({ status: 200 });
  expect(place.received[0]).toMatchObject({ headers: { "x-a": "b" }, body: Buffer.from("{}") });
  place.answer("hang");
  expect(await post(place.url, { headers: {}, body: "" })).toEqual({ problem: "There was no answer within 2 s." });
  await place.close();
  expect(await post(place.url, { headers: {}, body: "" })).toEqual({ problem: "Nothing listens there." });
});

test.each([
  ["hints before it", "HTTP/1.1 103 Early Hints\r\n\r\n"],
  ["pieces of a byte", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
])("G8: an answer of very many %s is given up", async (_, head, piece = head) => {
  const at = await listeningAt(createServer(({ socket }) => void socket.write(head + piece.repeat(20_000))));
  const { ask, close } = safePost({ mayBePrivate: true, timeoutMs: 20_000 });
  onTestFinished(close);
  const message = { headers: {}, body: "{}" };
  expect(await ask(at, message, 1_000_000)).toEqual({ problem: "It answered in too many small pieces." });
});
