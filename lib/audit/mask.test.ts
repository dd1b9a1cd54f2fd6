import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { maskOf } from "./mask.ts";

const key = 'sk-live-4f9a/x+Q"1';

test("H3: a secret is replaced wherever it stands, as it is, in JSON, in a URL and in base64", () => {
  const { text } = maskOf([key]);
  expect(text(`Authorization: Bearer ${key}!`)).toMatch(/^Authorization: Bearer \[masked [0-9a-f]{4}\]!$/);
  for (const form of [key, JSON.stringify({ key }), encodeURIComponent(key), encodeURI(key), btoa(key)]) {
    expect(text(`<${form}>`)).toContain("[masked ");
    expect(text(`<${form}>`)).not.toContain("4f9a");
    expect(text(`<${form}>`)).not.toContain(btoa(key).slice(0, 20));
  }
});

test("C12: the label tells two secrets apart and is the same for the same one", () => {
  const { text } = maskOf(["first-secret", "other-secret"]);
  const [one, again, other] = ["first-secret", "first-secret", "other-secret"].map(text);
  expect(one).toBe(again);
  expect(one).not.toBe(other);
});

test("H3: texts and keys inside a JSON value are masked; other values stay", () => {
  const { json } = maskOf(["hunter2hunter2"]);
  const value = { "x-hunter2hunter2": [1, null, true, "a hunter2hunter2 b"], plain: { deep: "text" } };
  const masked = json(value);
  expect(JSON.stringify(masked)).not.toContain("hunter2");
  expect(masked).toMatchObject({ plain: { deep: "text" } });
  expect(JSON.parse('{"__proto__":"hunter2hunter2"}') && ({} as { a?: unknown }).a).toBeUndefined();
});

test("overlapping secrets leave nothing of either", () => {
  expect(maskOf(["abcdef", "defghi"]).text("xabcdefghix")).toMatch(/^x\[masked ....\]x$/);
  expect(maskOf(["aaaa"]).text("aaaaaaa")).toMatch(/^\[masked ....\]$/);
  expect(maskOf(["token-123", "token-123-long"]).text("token-123-long")).toMatch(/^\[masked ....\]$/);
});

test("values too short to be secrets are left alone", () => {
  expect(maskOf(["", "1", "abc"]).text("abc 1")).toBe("abc 1");
});

test("H3: no known secret survives in any text or value, and text without one is untouched", () => {
  const secret = fc.string({ unit: fc.constantFrom("X", "Y", "Z", '"', "\n", "é", "/"), minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(secret, { maxLength: 3 }),
      fc.array(fc.oneof(secret, fc.string()), { maxLength: 6 }),
      (secrets, parts) => {
        const mask = maskOf(secrets);
        const source = [...parts, ...secrets].join("");
        const shown = mask.text(source);
        const value: JsonValue = mask.json({ [source]: [source] });
        for (const one of secrets) {
          expect(shown).not.toContain(one);
          expect(JSON.stringify(value)).not.toContain(JSON.stringify(one).slice(1, -1));
        }
        if (secrets.length === 0) expect(shown).toBe(source);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("C12, G15: a server that chose its own token makes no long work of looking for it", () => {
  const long = "a".repeat(16_000);
  const answer = "a".repeat(4_000_000);
  for (const token of [long, `${long.slice(1)}b`, `${long.slice(8_000)}b${long.slice(8_000)}`])
    expect(maskOf([token]).text(answer)).toMatch(token === long ? /^\[masked ....\]$/ : /^a+$/);
  expect(maskOf([long]).isIn({ data: [answer] })).toBe(true);
});

test("C12, G15: nor of looking for it in very many short texts", async () => {
  const tokens = ["b", "c", "d", "e"].map((one) => `${one}x"\\%<>{}|^${"a".repeat(16_000)}`);
  const mask = maskOf(tokens);
  const starts = tokens.flatMap((token) => [
    token,
    JSON.stringify(token).slice(1),
    encodeURIComponent(token),
    btoa(token),
  ]);
  const said = Array.from({ length: 100_000 }, () => starts.map((start) => start.slice(0, 24)).join(" "));
  expect(mask.json(said)).toEqual(said);
  expect(mask.isIn(said)).toBe(false);
});

test("C12, G15: others have their turns while a long answer is masked, which comes out the same", async () => {
  const mask = maskOf([key]);
  const said = { [key]: [`${key} `.repeat(200_000), null, 1, true, { deep: btoa(key) }] };
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 3) setImmediate(count);
  };
  setImmediate(count);
  expect(await mask.inTurns(said, nextTurn)).toEqual(mask.json(said));
  expect(turns).toBe(3);
});

test("C12: the head of a masked text is the same, however long the text", () => {
  const piece = fc.constantFrom(key, btoa(key), key.slice(0, -1), key.slice(1), "x", "y".repeat(700));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), fc.nat({ max: 5_000 }), (pieces, most) => {
      const { text, head } = maskOf([key, key.slice(3)]);
      const source = pieces.join("");
      expect(head(source, most)).toBe(text(source).slice(0, most));
    }),
  );
});

test("C12: whether a JSON value holds a secret is known of its texts and names, in every form", () => {
  const { isIn } = maskOf([key]);
  for (const value of [key, [1, btoa(key)], { a: { [encodeURIComponent(key)]: null } }]) expect(isIn(value)).toBe(true);
  for (const value of ["", null, 4, [key.slice(1)], { a: key.slice(0, -1) }]) expect(isIn(value)).toBe(false);
});

test("H3: a long secret is found wherever it begins, beside its own pieces too", () => {
  const piece = fc.constantFrom("ab", "aba", "abab", "b", "x");
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 12, maxLength: 40 }),
      fc.array(piece, { maxLength: 40 }),
      (own, others) => {
        const [secret, before] = [own.join(""), others.join("")];
        const shown = maskOf([secret]).text(`${before}${secret}${before}`);
        expect(shown).not.toContain(secret);
        expect(shown).toContain("[masked ");
        if (!`${before}${secret}${before}`.slice(1).includes(secret) && !before.includes(secret.slice(0, 1)))
          expect(shown.startsWith(before)).toBe(true);
      },
    ),
  );
});
