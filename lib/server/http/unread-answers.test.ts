import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { UnreadAnswers } from "./unread-answers.ts";

test("G7: what one person's clients ask for and do not read is bounded: the largest is cut off, and nothing of others", async () => {
  const mebibytes = 1024 * 1024;
  const unread = new UnreadAnswers(64 * mebibytes);
  const large = Buffer.alloc(48 * mebibytes);
  const answers: { whose: string; response: ServerResponse }[] = [];
  const server = createServer(({ url = "" }, response) => {
    onBehalfOf(url, () => unread.makeRoomFor(response));
    answers.push({ whose: url, response });
    response.end(large);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const [at, whose] of ["/bob", "/eve", "/eve", "/eve", "/eve"].entries()) {
    const socket = connect(port, "127.0.0.1").pause();
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${whose} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    await expect.poll(() => answers.length).toBe(at + 1);
  }
  const kept = answers.filter(({ response }) => !response.destroyed).map(({ whose }) => whose);
  expect(kept).toEqual(["/bob", "/eve", "/eve"]);
});
