import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./free-port.ts";
import { roundRobinProxy } from "./round-robin-proxy.ts";

async function target(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const named = (name: string) =>
  target((request, response) => {
    response.setHeader("x-host", request.headers.host ?? "");
    request.pipe(response.setHeader("x-name", name));
  });

async function proxyTo(...targets: number[]) {
  const proxy = await roundRobinProxy({ port: await freePort(), targets });
  onTestFinished(() => proxy.close());
  return proxy;
}

const nameOf = (response: Response) => response.headers.get("x-name");

test("each request goes to the next target, with its body and its Host", async () => {
  const proxy = await proxyTo((await named("a")).port, (await named("b")).port);
  const names = [];
  for (const body of ["one", "two", "three"]) {
    const response = await fetch(`${proxy.url}/x?q`, { method: "POST", body });
    names.push(nameOf(response));
    expect(await response.text()).toBe(body);
    expect(response.headers.get("x-host")).toBe(new URL(proxy.url).host);
  }
  expect(names).toEqual(["a", "b", "a"]);
  expect(proxy.passed.map(({ target }) => target)).toEqual([0, 1, 0]);
});

test("a target that takes no connection is passed over; without any the answer is 502", async () => {
  const gone = await freePort();
  const proxy = await proxyTo(gone, (await named("b")).port);
  for (const body of ["one", "two"]) {
    expect(nameOf(await fetch(proxy.url, { method: "POST", body }))).toBe("b");
  }
  expect((await fetch((await proxyTo(gone)).url)).status).toBe(502);
});

test("requests can be sent to one target", async () => {
  const proxy = await proxyTo((await named("a")).port, (await named("b")).port);
  proxy.send("GET /x", 1);
  const ask = async () => nameOf(await fetch(`${proxy.url}/x`));
  expect([await ask(), await ask()]).toEqual(["b", "b"]);
  proxy.chooseFreely();
  expect(new Set([await ask(), await ask()])).toEqual(new Set(["a", "b"]));
});

test("a stream passes piece by piece, and breaks when its target breaks off", async () => {
  let cut = () => {};
  const { port } = await target((_, response) => {
    response.write("first");
    cut = () => response.destroy();
  });
  const proxy = await proxyTo(port);
  const reader = (await fetch(proxy.url)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  cut();
  await expect(reader?.read()).rejects.toThrow();
});

test("a client that leaves ends its request at the target", async () => {
  const left = Promise.withResolvers<void>();
  const { port } = await target((_, response) => {
    response.write("first");
    response.on("close", left.resolve);
  });
  const proxy = await proxyTo(port);
  const leave = new AbortController();
  await fetch(proxy.url, { signal: leave.signal });
  leave.abort();
  await expect(left.promise).resolves.toBeUndefined();
});
