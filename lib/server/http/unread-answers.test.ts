import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { UnreadAnswers } from "./unread-answers.ts";

const mebibytes = 1024 * 1024;
const large = Buffer.alloc(48 * mebibytes);

/** Asks as each of these, one after the other, and reads nothing of the answers, which `answer` makes. */
async function asked(people: string[], unread: UnreadAnswers, answer: (response: ServerResponse) => void) {
  const answers: { whose: string; response: ServerResponse }[] = [];
  const server = createServer(({ url = "" }, response) => {
    onBehalfOf(url, () => unread.makeRoomFor(response));
    answers.push({ whose: url, response });
    answer(response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const [at, whose] of people.entries()) {
    const socket = connect(port, "127.0.0.1").pause();
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${whose} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    await expect.poll(() => answers.length).toBe(at + 1);
  }
  return { answers, kept: () => answers.filter(({ response }) => !response.destroyed).map(({ whose }) => whose) };
}

test("G7: what one person's clients ask for and do not read is bounded: the largest is cut off, and nothing of others", async () => {
  const unread = new UnreadAnswers(64 * mebibytes, 3_600_000);
  const { kept } = await asked(["/bob", "/eve", "/eve", "/eve", "/eve"], unread, (response) => response.end(large));
  expect(kept()).toEqual(["/bob", "/eve", "/eve"]);
});

test("G7: so are answers that were all asked for before the first of them came", async () => {
  const unread = new UnreadAnswers(64 * mebibytes, 50);
  const { answers, kept } = await asked(["/bob", "/eve", "/eve", "/eve"], unread, () => {});
  for (const { response } of answers) response.end(large);
  await expect.poll(kept).toEqual(["/bob", "/eve"]);
});
