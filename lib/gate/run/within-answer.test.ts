import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { parseStoredResult } from "#lib/gate/contract/stored-result.ts";
import type { ToolResult } from "#lib/gate/contract/tool.ts";
import type { ToolOutput } from "#lib/results/tool-output.ts";
import { most } from "./within-answer.ts";

/** An answer whose steps have these results, each of one call. */
async function answerOf(...steps: Partial<ToolResult>[][]) {
  const results = steps.flat();
  const tool = fakeTool("read", {
    flag: "never",
    hasApp: true,
    act: ({ arguments: { at } }) => {
      const result = { content: [], structuredContent: null, isError: false, ...results[Number(at)] };
      return { kind: "result", result };
    },
  });
  const world = await gateWorld({ tools: [tool] });
  const calls = results.map((_, at) => ({ name: "read", args: { at } }));
  const chat = await world.begin(steps.map((step) => ({ calls: calls.splice(0, step.length) })));
  const { parts } = await world.message(chat);
  return { world, chat, parts, outputs: outputsIn(parts) };
}

function outputsIn(parts: ChatMessage["parts"]): ToolOutput[] {
  return parts.flatMap((part) =>
    part.type === "dynamic-tool" && part.state === "output-available" ? [part.output as ToolOutput] : [],
  );
}

const text = (said: string) => ({ content: [{ type: "text", text: said }] });
const sentence =
  /^\[Countersign cut this result of [\d.]+ [kM]B to 10 kB: .+ 4\.0 MB, .+ Ask for less at a time\. .+\]$/;
const isCut = ({ content }: ToolOutput) => sentence.test(String(content.at(-1)?.["text"]));
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("E12, S0.36: the results of one answer have an end together; later ones are cut and say so, small ones are whole", async () => {
  const long = "long ".repeat(50_000);
  const { world, chat, parts, outputs } = await answerOf(
    Array.from({ length: 40 }, () => text(long)),
    [text("short")],
  );
  expect(outputs).toHaveLength(41);
  const cut = outputs.filter(isCut);
  expect(cut).toHaveLength(25);
  for (const { content } of cut) expect(long.startsWith(String(content[0]?.["text"]))).toBe(true);
  expect(outputs.at(-1)?.content).toEqual(text("short").content);
  const atMost = most.together + 41 * (most.ofLater + 1_000);
  expect(bytesOf(parts)).toBeLessThan(atMost);
  const calls = await world.calls(chat);
  expect(calls.reduce((sum, { result_json }) => sum + bytesOf(result_json), 0)).toBeLessThan(atMost);
  expect(world.lastPrompt()).toContain("Countersign cut this result of 250 kB to 10 kB");
  world.tell("more", [{ calls: [{ name: "read", args: { at: 0 } }] }]);
  await world.post(chat, "more");
  await world.idle(chat);
  expect(outputsIn((await world.message(chat)).parts).map(isCut)).toEqual([false]);
});

const fill = Array.from({ length: 15 }, () => text("x".repeat(255_000)));
const picture = {
  type: "image",
  mimeType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

test.each<[string, Partial<ToolResult>, (output: ToolOutput) => void]>([
  ["characters that are long as JSON", text("\u0000".repeat(200_000)), () => {}],
  ["a text of many bytes a letter", text("\u{1f600}".repeat(60_000)), () => {}],
  [
    "structured content alone",
    { structuredContent: { rows: Array.from({ length: 30_000 }, (_, at) => at) } },
    ({ content, structuredContent }) => {
      expect(content[0]?.["text"]).toMatch(/^\{"rows":\[0,1,2,/);
      expect(structuredContent).toBeNull();
    },
  ],
  [
    "a resource",
    { content: [{ type: "resource", resource: { uri: "file:///a", text: "y".repeat(200_000) } }] },
    ({ content }) => expect(content[0]?.["text"]).toMatch(/^y{9000}/),
  ],
  [
    "pictures before and behind a long text",
    {
      content: [...text("[picture]").content, ...text("z".repeat(200_000)).content, ...text("[picture]").content],
      whole: [0, 2].map((at) => ({ at, block: picture })),
    },
    ({ content, files }) => {
      expect(content).toHaveLength(3);
      expect(files?.map(({ at }) => at)).toEqual([0]);
    },
  ],
  ["blocks without number", { content: Array.from({ length: 5_000 }, () => ({ type: "text", text: "" })) }, () => {}],
])("E12, M171: what is cut to its place in an answer: %s", async (_, result, shows) => {
  const { world, chat, outputs } = await answerOf([...fill, text("w".repeat(150_000))], [result]);
  const last = outputs.at(-1) as ToolOutput;
  expect(isCut(last)).toBe(true);
  expect(bytesOf(last)).toBeLessThan(most.ofLater + 1_000);
  shows(last);
  const kept = await world.store.db.selectFrom("result_files").select("id").execute();
  expect(kept).toEqual((last.files ?? []).map(({ id }) => ({ id })));
  // An app gets no more of it than the chat keeps.
  const stored = (await world.calls(chat)).map(({ result_json }) => parseStoredResult(result_json ?? ""));
  const blocks = stored.flatMap((each) => (each.kind === "result" ? (each.blocks ?? []) : []));
  expect(blocks.map(({ id }) => ({ id }))).toEqual(kept);
});
