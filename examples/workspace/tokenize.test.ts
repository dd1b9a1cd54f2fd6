import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenize } from "./tokenize.ts";

test.each([
  ["ls", ["ls"]],
  ["  ls   -la  ", ["ls", "-la"]],
  ["echo 'a; b' \"c | d\"", ["echo", "a; b", "c | d"]],
  ["echo a'b'\"c\"d", ["echo", "abcd"]],
  ["touch ''", ["touch", ""]],
  ["echo 'it costs $5 `or` \\ more'", ["echo", "it costs $5 `or` \\ more"]],
  ['echo "it\'s"', ["echo", "it's"]],
  ["touch grüße.md", ["touch", "grüße.md"]],
])("%j is split into words", (command, words) => {
  expect(tokenize(command)).toEqual({ kind: "words", words });
});

test.each([
  ["ls; rm x", "it contains ;, which only a shell gives a meaning to"],
  ["ls & rm x", "it contains &, which only a shell gives a meaning to"],
  ["echo $HOME", "it contains $, which only a shell gives a meaning to"],
  ['echo "$(rm x)"', "it contains $, which only a shell gives a meaning to"],
  ['echo "`rm x`"', "it contains `, which only a shell gives a meaning to"],
  ["ls\nrm x", "it contains a line break"],
  ["echo 'a\nb'", "it contains a line break"],
  ["ls\trm", "it contains an invisible character (U+0009)"],
  ["touch a\u202etxt.exe", "it contains an invisible character (U+202E)"],
  ["touch a\u200bb", "it contains an invisible character (U+200B)"],
  ["touch a\u00a0b", "it contains an invisible character (U+00A0)"],
  ["touch a\0b", "it contains an invisible character (U+0000)"],
  ["touch \ud800", "it contains an invisible character (U+D800)"],
  ["echo 'open", "a quotation mark (') is not closed"],
  ["   ", "it is empty"],
])("S4.20: %j cannot be read without a shell", (command, reason) => {
  expect(tokenize(command)).toEqual({ kind: "unreadable", reason });
});

test("a line that is read gives the words that a POSIX shell gives", () => {
  const piece = fc.constantFrom(
    "a",
    "-b",
    "=",
    "é",
    "%s",
    "+x",
    ".",
    "/",
    ",",
    "!",
    "^",
    "'",
    '"',
    "'p q'",
    '"r s"',
    "",
  );
  const line = fc.array(fc.oneof(piece, fc.constant(" "), fc.constant("'#*'"), fc.constant('"; |"')), { maxLength: 8 });
  let compared = 0;
  fc.assert(
    fc.property(line, (pieces) => {
      // Behind a word of its own, because a shell reads a first word with = as an assignment.
      const command = `word ${pieces.join("")}`;
      const tokens = tokenize(command);
      if (tokens.kind === "unreadable") return;
      compared += 1;
      const shell = spawnSync("sh", ["-c", `set -- ${command}\nfor word; do printf '%s\\n' "$word"; done`]);
      expect(`${tokens.words.join("\n")}\n`).toBe(shell.stdout.toString());
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(100);
});
