import { describe, expect, test } from "vitest";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { type DraftField, draftOf, isChanged, readDraft, readJsonObject } from "./edit-draft.ts";
import { cardWordsDe } from "#components/cards/words.de.ts";
import { cardWords } from "#components/cards/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";

const say = sayIn(english, cardWords);

const schema: JsonObject = {
  type: "object",
  required: ["to", "count"],
  properties: {
    to: { type: "string", title: "To", description: "Who gets it" },
    count: { type: "integer" },
    ratio: { type: "number" },
    urgent: { type: "boolean" },
    mode: { enum: ["fast", "slow", 3, null] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "number" } },
    filter: { type: "object" },
  },
};
const proposed: JsonObject = {
  to: "ana@example.com",
  count: 2,
  ratio: 0.5,
  urgent: false,
  mode: 3,
  tags: ["a", "b\nc"],
  sizes: [1, 2.5],
  filter: { deep: [1, { x: null }] },
  extra: "unnamed",
};
const draft = () => draftOf(proposed, schema);
const set = (key: string, raw: DraftField["raw"], present = true): DraftField[] =>
  // Only raw values of the field's own kind are passed below.
  draft().map((field) => (field.key === key ? ({ ...field, raw, present } as DraftField) : field));

describe("CARD: edit before approve", () => {
  test("S2.6: an untouched draft stands for exactly what was proposed", () => {
    expect(readDraft(draft(), say)).toEqual({ arguments: proposed });
    expect(draft().some(isChanged)).toBe(false);
  });

  test("S1.19: every simple kind has its own input, everything else is JSON", () => {
    expect(draft().map(({ key, kind }) => [key, kind])).toEqual([
      ["to", "text"],
      ["count", "integer"],
      ["ratio", "number"],
      ["urgent", "boolean"],
      ["mode", "choice"],
      ["tags", "list"],
      ["sizes", "list"],
      ["filter", "json"],
      ["extra", "text"],
    ]);
  });

  test("S2.6, W2: in German an edit to 1.000 is asked about, and a proposed 1.125 is left alone", () => {
    const german = sayIn({ language: "de", texts: { [cardWords.name]: cardWordsDe } }, cardWords);
    const given = { ...proposed, ratio: 1.125, sizes: [1.125, 2] };
    expect(readDraft(draftOf(given, schema), german)).toEqual({ arguments: given });
    for (const key of ["ratio", "count"])
      expect(readDraft(set(key, "1.000"), german)).toMatchObject({ problems: [{ path: key }] });
    expect(readDraft(set("sizes", ["1.000"]), german)).toMatchObject({ problems: [{ path: "sizes" }] });
  });

  test("S2.6: the text as typed is sent, and only that field is marked as changed", () => {
    const edited = set("to", "bo@example.com");
    expect(readDraft(edited, say)).toEqual({ arguments: { ...proposed, to: "bo@example.com" } });
    expect(edited.filter(isChanged).map(({ key }) => key)).toEqual(["to"]);
    expect(readDraft(set("sizes", ["4", "1e2"]), say)).toEqual({ arguments: { ...proposed, sizes: [4, 100] } });
    expect(readDraft(set("mode", 0), say)).toEqual({ arguments: { ...proposed, mode: "fast" } });
  });

  test("C11: numbers that another reader would see differently are refused, beside their field", () => {
    for (const raw of ["1e999", "9007199254740993", "0x10", "1,5", "", "NaN"]) {
      expect(readDraft(set("count", raw), say)).toMatchObject({ problems: [{ path: "count" }] });
    }
    expect(readDraft(set("count", "1.5"), say)).toEqual({
      problems: [{ path: "count", message: "Enter a whole number." }],
    });
  });

  test("S1.19: a required argument cannot be left out, another one can", () => {
    expect(readDraft(set("to", "", false), say)).toMatchObject({ problems: [{ path: "to" }] });
    const { ratio: _, ...rest } = proposed;
    const without = set("ratio", "", false);
    expect(readDraft(without, say)).toEqual({ arguments: rest });
    expect(without.filter(isChanged).map(({ key }) => key)).toEqual(["ratio"]);
  });

  test("S1.19: a value that does not fit the schema's type is edited as JSON, not converted", () => {
    const [to] = draftOf({ to: 7 }, schema);
    expect(to).toMatchObject({ kind: "json", raw: "7" });
  });

  test("E7: keys that reach the prototype are plain keys here", () => {
    const hostile: JsonObject = JSON.parse('{"__proto__": "x", "constructor": "y"}');
    expect(draftOf(hostile, schema).filter(({ present }) => present)).toHaveLength(2);
  });

  test("C11: JSON typed by hand is read strictly", () => {
    expect(readJsonObject('{"a": 1}', say)).toEqual({ arguments: { a: 1 } });
    for (const text of ['{"a": 1, "a": 2}', "[1]", '{"a": 1e999}', "{a: 1}", ""]) {
      expect(readJsonObject(text, say)).toHaveProperty("problem");
    }
  });
});
