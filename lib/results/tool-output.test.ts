import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { ResultFile } from "./result-file.ts";
import { resultWords, shownPieces } from "./tool-output.ts";
import { withoutBase64, withoutDataUris } from "./without-base64.ts";

const text = (said: string): JsonObject => ({ type: "text", text: said });
const kinds = (content: JsonObject[], structuredContent: JsonValue | null) =>
  shownPieces({ content, structuredContent }).map((piece) => (piece.kind === "text" ? piece.text : piece.kind));
const words = (content: JsonObject[], structuredContent: JsonValue | null = null, more = {}) =>
  resultWords({ content, structuredContent, isError: false, remark: null, ...more });

describe("S0.69: structured content is shown beside text, and once", () => {
  test.each<[string, JsonObject[], JsonValue | null, string[]]>([
    ["beside words", [text("Two rows.")], { rows: [1, 2] }, ["Two rows.", "data"]],
    ["without content", [], { rows: [] }, ["data"]],
    ["in place of its copy", [text("a"), text('{ "b": [1],\n "a": 2 }')], { a: 2, b: [1] }, ["a", "data"]],
    ["that differs from a text", [text('{"a":1}')], { a: 2 }, ['{"a":1}', "data"]],
    ["wrapped, of a text", [text("words")], { result: "words" }, ["words"]],
    ["wrapped, of a number", [text("5")], { result: 5 }, ["5"]],
    ["wrapped, of a list", [text("a"), text('{"b":1}')], { result: ["a", { b: 1 }] }, ["a", '{"b":1}']],
    ["wrapped, of another list", [text("a")], { result: ["a", "b"] }, ["a", "data"]],
    ["of an empty list", [], { result: [] }, ["data"]],
    ["none", [text("5")], null, ["5"]],
    ["with a name that is no text, as older releases kept it", [text("a")], { "\ud800": 1 }, ["a", "data"]],
    ["the same, wrapped", [text("a")], { result: [{ "\ud800": 1 }] }, ["a", "data"]],
  ])("%s", (_, content, structured, expected) => {
    expect(kinds(content, structured)).toEqual(expected);
  });

  test("a model reads all of it, with what does not fit its schema", () => {
    expect(words([text("Two rows.")], { rows: 2 }, { mismatch: "It lies." })).toBe(
      'Two rows.\nStructured content: {"rows":2}\n[It lies.]',
    );
    expect(words([], { rows: 2 })).toBe('{"rows":2}');
    expect(words([])).toBe("(no content)");
    expect(words([text("cut \ud83d")])).toBe("cut \ufffd");
    expect(words([text("no")], null, { isError: true, remark: "Edited." })).toBe(
      "Edited.\n\nThe tool reported an error: no",
    );
  });
});

test("S0.70: pictures and sounds, links and resources are told in words", () => {
  const file = { id: "a", sha256: "", bytes: 340_000 };
  const files: ResultFile[] = [
    { ...file, at: 0, mediaType: "image/png", width: 1280, height: 720 },
    { ...file, at: 1, mediaType: "audio/wav", bytes: 3_400_000 },
  ];
  const link = { type: "resource_link", uri: "file:///a\n", name: "a", title: "Plan", mimeType: "text/plain" };
  const resource = { type: "resource", resource: { uri: "file:///b", text: "its words" } };
  const content = [text("[image/png]"), text("[audio/wav]"), link, resource, { type: "new" }];
  const output = { content, structuredContent: null, isError: false, remark: null, files };
  expect(resultWords(output, ({ at }) => (at === 0 ? " and to you" : ", not to you"))).toBe(
    [
      "[picture, PNG, 1280 × 720, 340 kB, shown to the person and to you]",
      "[sound, WAV, 3.4 MB, shown to the person, not to you]",
      '[link "file:///a\\n", Plan, text/plain]',
      '[resource "file:///b"]\nits words',
      '[content of type "new"]',
    ].join("\n"),
  );
});

describe("S0.70: base64 is left out by its size", () => {
  const base64 = Buffer.from("Countersign 123 ".repeat(200)).toString("base64");

  test("in data, and in a text as a data: URI", () => {
    const uri = `data:image/png;base64,${base64}`;
    expect(withoutBase64({ a: [base64], b: `see ${uri}.`, c: 1 })).toEqual({
      a: ["[4 kB of base64 left out]"],
      b: "see [image/png, 4 kB of base64 left out].",
      c: 1,
    });
    expect(withoutDataUris(`${uri} and data:;base64,${base64}`)).toBe(
      "[image/png, 4 kB of base64 left out] and [4 kB of base64 left out]",
    );
  });

  test.each([
    ["short", base64.slice(0, 900)],
    ["words", "word ".repeat(400)],
    ["a hash in hex", "0a1b".repeat(500)],
    ["a genome", "ACGT".repeat(500)],
    ["a short icon", `data:image/png;base64,${base64.slice(0, 400)}${" ".repeat(700)}`],
  ])("%s stays", (_, said) => {
    expect(withoutBase64({ said })).toEqual({ said });
  });

  test("hostile texts take no long time", () => {
    const counted = [
      "data:".repeat(200_000),
      "data:a/b;a=b".repeat(80_000),
      `data:image/png;base64,${"A".repeat(999)},`.repeat(900),
    ];
    for (const hostile of counted) expect(withoutDataUris(hostile)).toBe(hostile);
  });
});
