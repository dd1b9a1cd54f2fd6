import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePolicyFile } from "./policy-file.ts";

test("a policy file chooses between annotated and denyAll, and annotated is the default", () => {
  expect(parsePolicyFile("policy: annotated\n")).toEqual({ policy: { kind: "annotated" } });
  expect(parsePolicyFile("# shadow mode\npolicy: 'denyAll' # for now\n")).toEqual({ policy: { kind: "denyAll" } });
  for (const empty of ["", "\n", "# nothing yet\n", "---\n", "{}\n"]) {
    expect(parsePolicyFile(empty)).toEqual({ policy: { kind: "annotated" } });
  }
});

test.each([
  ["policy: annotatd", 1, /annotated, denyAll/],
  ["\n\npolicy:", 3, /unknown policy/],
  ["policy: [annotated]", 1, /unknown policy/],
  ["policy: annotated\nrules: []", 2, /unknown key "rules"/],
  ["Policy: denyAll", 1, /unknown key "Policy"/],
  ["policy: annotated\npolicy: denyAll", 2, /unique/i],
  ["policy: annotated\n---\npolicy: denyAll", 2, /one document/],
  ["policy: *x", 1, /unknown policy|alias/i],
  ["- policy", 1, /expected/],
  ["denyAll", 1, /expected/],
  ["# hm\npolicy: {", 2, /./],
  ["policy: annotated\n\tdenyAll: 1", 2, /./],
  ["? [1, 2]\n: 3", 1, /unknown key/],
  ["policy: true", 1, /unknown policy/],
])("a file that is not understood names the line: %j", (text, line, message) => {
  const result = parsePolicyFile(text);
  expect(result).toHaveProperty("problems");
  const [first] = (result as { problems: { line: number; message: string }[] }).problems;
  expect(first?.line).toBe(line);
  expect(first?.message).toMatch(message);
});

test("S1.6: no file can choose allowAll or custom", () => {
  for (const kind of ["allowAll", "custom", "allowall", "!!js/function allowAll"]) {
    expect(parsePolicyFile(`policy: ${kind}`)).toHaveProperty("problems");
  }
});

test("no text makes it throw, and none yields a policy other than the two", () => {
  const bits = fc.constantFrom(
    "policy",
    ":",
    " ",
    "\n",
    "annotated",
    "denyAll",
    "allowAll",
    "&a",
    "*a",
    "[",
    "]",
    "{",
    "}",
    "?",
    "-",
    "!",
    "#",
    "'",
    "\t",
    "|",
    "<<",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(bits, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (source) => {
      const result = parsePolicyFile(source);
      if ("policy" in result) expect(["annotated", "denyAll"]).toContain(result.policy.kind);
      else expect(result.problems.every(({ line }) => line >= 1)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("G8: a large file and an alias bomb are refused at once", () => {
  expect(parsePolicyFile("x".repeat(70_000))).toHaveProperty("problems");
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefgh".split("").map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefg"[at]}`).join()}]`),
  ];
  expect(parsePolicyFile(bomb.join("\n"))).toHaveProperty("problems");
});
