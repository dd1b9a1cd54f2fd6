import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#e2e/support/free-port.ts";
import { startPostgres } from "#e2e/support/postgres-server.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "./open-store.ts";

const silent = logger("silent", () => {});

test("a PostgreSQL that is not there is waited for, once said so, then named without its password", async () => {
  const port = await freePort();
  const said: string[] = [];
  const place = { dataDir: "/nowhere", databaseUrl: `postgres://kim:secret@127.0.0.1:${port}/countersign` };
  const opened = await openStore(place, silent, { say: (line) => said.push(line), waitMs: 700 });
  expect(opened).toEqual({
    problem: `The store countersign on 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}; look whether PostgreSQL runs, and at host and port in DATABASE_URL.`,
  });
  expect(said).toEqual([`Waiting for PostgreSQL at 127.0.0.1:${port}, up to 1 seconds.`]);
});

test("a PostgreSQL that first refuses, then cuts off, then says that it starts, is used once it is up", async () => {
  const port = await freePort();
  const said: string[] = [];
  const opening = openStore(
    { dataDir: "/nowhere", databaseUrl: `postgres://postgres:countersign@127.0.0.1:${port}/postgres` },
    silent,
    { say: (line) => said.push(line) },
  );
  await answersOnce(port, (socket) => socket.destroy());
  await answersOnce(port, (socket) => socket.end(startingUp));
  const server = await startPostgres({ port, flags: ["-c", "fsync=off"] });
  onTestFinished(() => server.close());
  const opened = await opening;
  if ("problem" in opened) throw new Error(opened.problem);
  expect(await opened.db.selectFrom("people").selectAll().execute()).toEqual([]);
  expect(said).toHaveLength(1);
  await opened.close();
});

/** The error message of the protocol with SQLSTATE 57P03. */
const startingUp = errorMessage("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");

function errorMessage(fields: string): Buffer {
  const message = Buffer.alloc(5 + fields.length);
  message.write("E");
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}

/** Something that listens until it was asked once. */
async function answersOnce(port: number, answer: (socket: Socket) => void): Promise<void> {
  const server = createServer().listen(port, "127.0.0.1");
  server.on("connection", (socket) => answer(socket.resume()));
  await once(server, "connection");
  server.close();
  await once(server, "close");
}
