import { expect, test } from "vitest";
import { JoinedWords } from "./joined-words.ts";

const said = (delta: string, more: object = {}) =>
  `event: response.output_text.delta\ndata: ${JSON.stringify({ type: "response.output_text.delta", item_id: "a", delta, logprobs: [], ...more })}\n\n`;
const chat = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;

function told(text: string, size = Infinity): string {
  const words = new JoinedWords();
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(words.in(bytes.subarray(at, at + size)));
  return Buffer.concat([...pieces, words.end()]).toString();
}

test("Words of both OpenAI APIs that come together are one event", () => {
  const numbered = ["Hé", "l", "lo"].map((word, at) =>
    said(word, { sequence_number: at, obfuscation: "x".repeat(at) }),
  );
  expect(told(numbered.join(""))).toBe(said("Héllo", { sequence_number: 0, obfuscation: "" }));
  const words = ["on", " and", " on"].map((content) => chat({ content })).join("");
  expect(told(words)).toBe(chat({ content: "on and on" }));
  expect(told(chat({ role: "assistant", reasoning_content: "a", content: null }).repeat(2))).toBe(
    chat({ role: "assistant", reasoning_content: "aa", content: null }),
  );
});

test.each([
  ["of another item", said("a") + said("b", { item_id: "b" })],
  ["of another kind", chat({ content: "a" }) + chat({ reasoning_content: "b" })],
  ["beside a call", chat({ content: "", tool_calls: [{ index: 0, function: { arguments: "a" } }] }).repeat(2)],
  ["of two kinds at once", chat({ content: "a", reasoning_content: "b" }).repeat(2)],
  ["with probabilities", said("a", { logprobs: [{ token: "a" }] }) + said("b", { logprobs: [{ token: "b" }] })],
  ["at the end of a choice", chat({ content: "a" }) + chat({ content: "b" }, { finish_reason: "stop" })],
  ["of another event", said("a") + said("b").replace("event: response", "event: other")],
  ["with an id", `id: 1\n${said("a")}id: 2\n${said("b")}`],
  ["with a comment between", `${said("a")}: still here\n\n${said("b")}`],
  ["with a third line feed between", `${said("a")}\n${said("b")}`],
  ["before a third line feed at the end", `${said("a")}\n`],
  ["that are no JSON", 'data: {"choices":\n\n'.repeat(2)],
  ["on several lines", 'data: {"type":"response.output_text.delta",\ndata: "delta":"a"}\n\n'.repeat(2)],
  ["that are not ended", said("a").trimEnd()],
])("Words %s pass as they came", (_, text) => {
  expect(told(text)).toBe(text);
});

test("Whatever the pieces, the same is said, and an event that is ended is held back by nothing", () => {
  const long = `data: ${JSON.stringify({ type: "response.created", tools: "é".repeat(5_000) })}\n\n`;
  const text = `: hi\n\n${long}${said("ä")}${said("b")}${long}${said("c")}${said("d")}\n\n${said("e")}data: [DONE]\n\n`;
  const wordsOf = (all: string) => [...all.matchAll(/"delta":"([^"]*)"/g)].map(([, word]) => word).join("");
  for (const size of [1, 2, 3, 7, 100, 4096]) {
    expect(wordsOf(told(text, size))).toBe("äbcde");
    expect(told(text, size).match(/data: /g)?.length).toBeLessThanOrEqual(8);
    expect(told(text, size).split(long).length).toBe(3);
  }
  const words = new JoinedWords();
  const last = [said("a"), said("b").slice(0, 20), said("b").slice(20)].map((piece) =>
    Buffer.from(words.in(new TextEncoder().encode(piece))).toString(),
  );
  expect(last).toEqual([said("a"), "", said("b")]);
});
