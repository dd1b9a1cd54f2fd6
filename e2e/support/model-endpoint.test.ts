import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildContentWithToolCallsChunks, buildContentWithToolCallsStreamEvents } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import { modelEndpoint } from "./model-endpoint.ts";
import { framesFor } from "./model-frames.ts";

function ask(url: string, content: string, more: object[] = []) {
  return fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }, ...more] }),
  });
}

test("a request that the script has no answer for fails the test that closes the endpoint", async () => {
  const endpoint = await modelEndpoint();
  expect((await ask(endpoint.url, "surprise")).status).toBe(400);
  await expect(endpoint.close()).rejects.toThrow(/"surprise"/);
});

test("an answer that nobody asked for fails it too, and so does a route that does not exist", async () => {
  const unused = await modelEndpoint({ script: [["Hello"]] });
  await expect(unused.close()).rejects.toThrow(/1 answers .* never asked for/);
  const mistaken = await modelEndpoint();
  expect((await fetch(`${mistaken.url}/embeddings`)).status).toBe(404);
  await expect(mistaken.close()).rejects.toThrow(/GET \/v1\/embeddings/);
});

test("answers can be meant for one chat among several, and for what follows a tool", async () => {
  const result = [{ role: "tool", tool_call_id: "call_1", content: "ok" }];
  const endpoint = await modelEndpoint({
    script: [
      { when: { user: "second", after: "tool" }, answer: ["C"] },
      { when: { user: "second" }, answer: ["B"] },
      ["A"],
    ],
  });
  expect(await (await ask(endpoint.url, "the first")).text()).toContain('"A"');
  expect(await (await ask(endpoint.url, "the second")).text()).toContain('"B"');
  expect(await (await ask(endpoint.url, "the second", result)).text()).toContain('"C"');
  expect(endpoint.requests[2]?.toolResults).toEqual([{ id: "call_1", text: "ok" }]);
  await endpoint.close();
});

test("a stream waits at a gate until it is opened", async () => {
  const endpoint = await modelEndpoint({ script: [["before", { gate: "half" }, "after"]] });
  const response = await ask(endpoint.url, "go");
  await endpoint.reached("half");
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes("before")) read += (await reader.read()).value ?? "";
  expect(read).not.toContain("after");
  endpoint.open("half");
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) read += chunk.value;
  expect(read).toContain("after");
  await endpoint.close();
});

test("closing ends a stream that hangs", async () => {
  const endpoint = await modelEndpoint({ script: [["x", { hang: true }]] });
  const response = await ask(endpoint.url, "go");
  const [reading] = await Promise.all([Promise.allSettled([response.text()]), endpoint.close()]);
  expect(reading[0].status).toBe("rejected");
});

// aimock compares its own frames with OpenAI's API every day; ours must have the same shape.
const [answer, args] = ["Hello world", '{"command":"ls"}'];
const blocks = [
  { type: "text" as const, text: answer },
  { type: "toolCall" as const, name: "a", arguments: args, id: "call_1" },
  { type: "toolCall" as const, name: "b", arguments: "{}", id: "call_2" },
];

test("the events of the responses API have the shape of the real ones", () => {
  const real = buildContentWithToolCallsStreamEvents("", [], "gpt-5", 8, "Hmm, well", undefined, {}, blocks);
  const frames = framesFor.responses("gpt-5");
  const ours = [
    ...frames.start(),
    ...frames.reasoning("Hmm, "),
    ...frames.reasoning("well"),
    ...frames.text("Hello "),
    ...frames.text("world"),
    ...frames.call({ id: "call_1", name: "a", json: args }),
    ...frames.call({ id: "call_2", name: "b", json: "{}" }),
    ...frames.end(),
  ];
  expect(shapesOf(ours)).toEqual(shapesOf(real));
});

test("the chunks of the chat-completions API have the shape of the real ones", () => {
  const real = buildContentWithToolCallsChunks("", [], "gpt-5", 1000, undefined, {}, blocks);
  const frames = framesFor.chat("gpt-5");
  const ours = [
    ...frames.start(),
    ...frames.text(answer),
    ...frames.call({ id: "call_1", name: "a", json: args }),
    ...frames.call({ id: "call_2", name: "b", json: "{}" }),
    // Without the usage chunk, which aimock adds elsewhere.
    ...frames.end().slice(0, -1),
  ];
  expect(shapesOf(ours)).toEqual(shapesOf(real));
});

/** Key paths and literal kinds, without values that differ; runs of the same shape count once, as chunk sizes do. */
function shapesOf(events: unknown[]): string[] {
  const shapes = events.map((event) => shapeOf(event, ""));
  return shapes.filter((shape, at) => shape !== shapes[at - 1]);
}

function shapeOf(value: unknown, key: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => shapeOf(item, "")).join()}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}:${shapeOf(item, name)}`)
      .toSorted()
      .join()}}`;
  }
  return ["type", "status", "role", "object", "finish_reason"].includes(key) ? String(value) : typeof value;
}

test("it also runs as a process of its own, and is told there what to open", async () => {
  const folder = await mkdtemp(join(tmpdir(), "model-script-"));
  const file = join(folder, "script.json");
  await writeFile(file, JSON.stringify([["before ", { gate: "half" }, "after"]]));
  const program = fileURLToPath(new URL("model-endpoint-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const answered = ask(url, "go").then((response) => response.text());
  child.stdin.write("half\n");
  expect(await answered).toContain("after");
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
  await rm(folder, { recursive: true });
});
