import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { tcpProxy } from "./tcp-proxy.ts";

/** A server that answers each text with "heard" and the text, behind a proxy. */
async function echo() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      heard.push(data.toString());
      socket.write(`heard ${data.toString()}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  const proxy = await tcpProxy({ host: "127.0.0.1", port: address.port });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  return { proxy, heard };
}

async function client(port: number): Promise<{ socket: Socket; got: string[] }> {
  const socket = connect(port, "127.0.0.1");
  const got: string[] = [];
  socket.on("data", (data) => got.push(data.toString()));
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, got };
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

test("an open passage passes on what both say", async () => {
  const { proxy } = await echo();
  const { socket, got } = await client(proxy.port);
  socket.write("a");
  await expect.poll(() => got).toEqual(["heard a"]);
});

test("a silent passage keeps everything until it opens", async () => {
  const { proxy, heard } = await echo();
  const { socket, got } = await client(proxy.port);
  await expect.poll(proxy.connections).toBe(1);
  proxy.set("silent");
  socket.write("a");
  const late = await client(proxy.port);
  late.socket.write("b");
  await sleep(100);
  expect(heard).toEqual([]);
  proxy.set("open");
  await expect.poll(() => [...got, ...late.got].sort()).toEqual(["heard a", "heard b"]);
});

test("behind a deaf passage the server hears, and its answer is lost", async () => {
  const { proxy, heard } = await echo();
  const { socket, got } = await client(proxy.port);
  await expect.poll(proxy.connections).toBe(1);
  proxy.set("deaf");
  socket.write("commit");
  await expect.poll(() => heard).toEqual(["commit"]);
  const gone = closed(socket);
  proxy.set("open");
  await gone;
  expect(got).toEqual([]);
});

test("cutting ends what exists, and a refusing passage takes nothing new", async () => {
  const { proxy } = await echo();
  const { socket } = await client(proxy.port);
  await expect.poll(proxy.connections).toBe(1);
  proxy.set("refusing");
  const gone = closed(socket);
  proxy.cut();
  await gone;
  const next = connect(proxy.port, "127.0.0.1");
  next.on("error", () => {});
  await closed(next);
  expect(proxy.connections()).toBe(0);
});
