import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FormField } from "#lib/elicitation/form.ts";
import { initialAnswer, type RawAnswer, readAnswers } from "./answers.ts";
import { toLocalInput, withOffset } from "#components/ui/to-local-input.ts";
import { cardWordsDe } from "#components/cards/words.de.ts";
import { cardWords } from "#components/cards/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";

const say = sayIn(english, cardWords);

const base = { name: "x", title: "X", description: null, required: false };
const text = { ...base, kind: "string", format: null, minLength: null, maxLength: null, initial: null } as const;
const number = { ...base, kind: "number", integer: false, minimum: null, maximum: null, initial: null } as const;
const boolean = { ...base, kind: "boolean", initial: null } as const;
const options = [
  { value: "a", title: "A" },
  { value: "b", title: "B" },
];
const choice = { ...base, kind: "choice", options, initial: null } as const;
const choices = { ...base, kind: "choices", options, minItems: null, maxItems: null, initial: null } as const;

const read = (field: FormField, raw: RawAnswer = initialAnswer(field)) => readAnswers([field], [raw], say);
const required = <Field extends FormField>(field: Field) => ({ ...field, required: true });

let zone: string | undefined;
beforeAll(() => {
  zone = process.env["TZ"];
  process.env["TZ"] = "Europe/Berlin";
});
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

describe("M2: what a form sends", () => {
  test("M2: an unanswered field is not sent, nor is an untouched optional box", () => {
    for (const field of [text, number, boolean, choice, choices]) expect(read(field)).toEqual({ content: {} });
    expect(read(boolean, false)).toEqual({ content: { x: false } });
    expect(read(required(boolean))).toEqual({ content: { x: false } });
  });

  test("M2: defaults are sent as the server wrote them", () => {
    const at = "2026-03-01T18:30:00.250Z";
    expect(read({ ...text, initial: "hello" })).toEqual({ content: { x: "hello" } });
    expect(read({ ...text, format: "date-time", initial: at })).toEqual({ content: { x: at } });
    expect(read({ ...number, initial: 4 })).toEqual({ content: { x: 4 } });
    expect(read({ ...boolean, initial: false })).toEqual({ content: { x: false } });
    expect(read({ ...choice, initial: "b" })).toEqual({ content: { x: "b" } });
    expect(read({ ...choices, initial: ["b"] })).toEqual({ content: { x: ["b"] } });
  });

  test("S4.2: a missing required answer is named once", () => {
    for (const field of [required(text), required(number), required(choice)])
      expect(read(field)).toEqual({ problems: [{ path: "x", message: "This is required." }] });
    expect(read({ ...required(text), minLength: 0 })).toEqual({ content: { x: "" } });
  });

  test("M2: 1e999 and other numbers that cannot be read exactly are refused", () => {
    for (const raw of ["1e999", "9007199254740993", "four", "1,5", "0x4"]) {
      expect(read(required(number), raw)).toMatchObject({ problems: [{ path: "x" }] });
    }
    expect(read({ ...number, integer: true }, "1.5")).toHaveProperty("problems");
    expect(read(number, " 1.5 ")).toEqual({ content: { x: 1.5 } });
  });

  test("M2, W2: a point that parts thousands in the reader's language is no fraction unseen", () => {
    const german: Speech = { language: "de", texts: { [cardWords.name]: cardWordsDe } };
    const inGerman = (field: FormField, raw: RawAnswer = initialAnswer(field)) =>
      readAnswers([field], [raw], sayIn(german, cardWords));
    for (const raw of ["1.000", "-24.900", " 999.999 "]) {
      expect(inGerman(required(number), raw)).toMatchObject({ problems: [{ path: "x" }] });
      expect(inGerman({ ...number, integer: true }, raw)).toMatchObject({ problems: [{ path: "x" }] });
      expect(read(number, raw)).toEqual({ content: { x: Number(raw) } });
    }
    expect(inGerman(number, "1.000")).toEqual({
      problems: [{ path: "x", message: "Schreiben Sie 1000 oder 1.0000: Ein Punkt trennt hier Nachkommastellen ab." }],
    });
    for (const raw of ["1000", "1.0000", "0.125", "1234.567", "12.5"])
      expect(inGerman(number, raw)).toEqual({ content: { x: Number(raw) } });
    // What the server filled in is as it wrote it.
    expect(inGerman({ ...number, initial: 1.125 })).toEqual({ content: { x: 1.125 } });
  });

  test("S4.2: limits are checked before anything is sent", () => {
    expect(read({ ...number, maximum: 12 }, "13")).toMatchObject({ problems: [{ message: "Must be at most 12." }] });
    expect(read({ ...text, format: "email" }, "ana")).toHaveProperty("problems");
    expect(read({ ...choices, minItems: 2 }, [0])).toHaveProperty("problems");
    expect(read({ ...choices, maxItems: 1 }, [1, 0])).toHaveProperty("problems");
  });

  test("M2: chosen options are sent by value, in the order of the form", () => {
    expect(read(choices, [1, 0])).toEqual({ content: { x: ["a", "b"] } });
    expect(read(choice, 1)).toEqual({ content: { x: "b" } });
  });

  test("CARD: a local time is sent with the offset that holds on that day", () => {
    const when = { ...text, format: "date-time" } as const;
    expect(read(when, "2026-01-15T14:03")).toEqual({ content: { x: "2026-01-15T14:03:00+01:00" } });
    expect(read(when, "2026-07-15T14:03:09")).toEqual({ content: { x: "2026-07-15T14:03:09+02:00" } });
    expect(toLocalInput("2026-07-15T12:03:00Z")).toBe("2026-07-15T14:03");
    expect(withOffset("2026-03-29T02:30")).toBe("2026-03-29T03:30:00+02:00");
    expect(withOffset("soon")).toBeNull();
  });

  test("E7: names that reach the prototype stay names", () => {
    expect(readAnswers([{ ...required(text), name: "toString" }], [""], say)).toHaveProperty("problems");
    expect(readAnswers([{ ...text, name: "toString" }], ["x"], say)).toEqual({ content: { toString: "x" } });
  });
});
