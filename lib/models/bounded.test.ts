import { expect, test } from "vitest";
import { bounded, SaidTooMuch } from "./bounded.ts";

const mega = new Uint8Array(1024 * 1024);

async function readWhole(body: string, init?: ResponseInit): Promise<number> {
  const fetch = bounded(async () => new Response(body, init), 100_000);
  return (await (await fetch("http://model.test")).arrayBuffer()).byteLength;
}

const many = (said: string, times: number) => Array.from({ length: times }, () => said).join(",");

test.each([
  ["choices", `data: {"choices":[${many("{}", 120_000)}]}\n\n`],
  ["calls", `data: {"tool_calls":[${many('{"index":0,"function":{"name":"wipe"}}', 40_000)}]}\n\n`],
  ["values after a comment that opens a text", `: "\rdata: [${many("0", 120_000)}]\n\n`],
  ["values after quoted quotes", `data: {"a":"\\\\\\"","b":[${many("0", 120_000)}]}\r\n\r\n`],
  ["values on lines of one event", `data: [0,\n`.repeat(120_000)],
  ["words", `data: {"content":"${"on and on".repeat(1_000_000)}"}\n\n`],
])("G26: an event of so many %s is not read to its end", async (_, body) => {
  await expect(readWhole(body)).rejects.toThrow(SaidTooMuch);
});

test.each(["application/json", "text/event-stream"])(
  "G26: an error of so many values is not read to its end, though empty lines part them, as %s",
  async (type) => {
    const init = { status: 400, headers: { "content-type": type } };
    const deep = `${"[".repeat(5_000)}\n\n`.repeat(40);
    await expect(readWhole(`{"error":${deep}`, init)).rejects.toThrow(SaidTooMuch);
    expect(await readWhole(`{"error":\n\n{"message":"no"}}`, init)).toBeGreaterThan(20);
  },
);

test("G26: of events as providers send them there may be many, and what a text holds does not count", async () => {
  const tools = many(`{"type":"function","parameters":{"type":"object","properties":{${many('"a":{}', 30)}}}}`, 500);
  const said = JSON.stringify({ content: '[{,}]\\"'.repeat(50_000) });
  for (const end of ["\n\n", "\r\n\r\n"]) {
    const body = `data: {"tools":[${tools}]}${end}data: ${said}${end}`.repeat(4);
    expect(await readWhole(body)).toBe(body.replaceAll("\r\n", "\n").length);
  }
});

test("M126: no carriage return of a model server comes to the library, whatever type it says", async () => {
  for (const type of ["text/event-stream", "text/plain"]) {
    const init = { headers: { "content-type": type } };
    const said = `${":\r".repeat(5_000)}event: a\r\ndata: 1\r\rdata: 2\n\r\n`;
    const fetch = bounded(async () => new Response(said, init), 100_000);
    const read = await (await fetch("http://model.test")).text();
    expect(read.slice(-33)).toBe(":\n:\n:\n:\nevent: a\ndata: 1\n\ndata: 2\n\n".slice(-33));
    expect(read).not.toContain("\r");
    await expect(readWhole("x\n".repeat(2_000), init)).rejects.toThrow(SaidTooMuch);
  }
});

/** What a server answers that sends so many megabytes, and whether it was told that nobody wants more. */
function answering(megabytes: number, status = 200) {
  let sent = 0;
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === megabytes) return controller.close();
      sent += 1;
      controller.enqueue(mega);
    },
    cancel: () => void (state.isCancelled = true),
  });
  return { state, fetch: bounded(async () => new Response(body, { status }), 100_000) };
}

test("G26: an error of a model server has an end, as its answer has, and it is told to stop", async () => {
  for (const [megabytes, status] of [
    [20, 500],
    [Infinity, 200],
  ] as const) {
    const { state, fetch } = answering(megabytes, status);
    const { body } = await fetch("http://model.test");
    const read = body?.pipeTo(new WritableStream());
    await expect(read).rejects.toThrow(SaidTooMuch);
    await expect.poll(() => state.isCancelled).toBe(true);
  }
});

test("G26: while a model says much at once, others have their turns", async () => {
  const { fetch } = answering(1);
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  const said = await (await fetch("http://model.test")).arrayBuffer();
  clearImmediate(timer);
  expect(said.byteLength).toBe(mega.length);
  expect(turns).toBeGreaterThan(200);
});
