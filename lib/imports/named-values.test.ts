import { expect, test } from "vitest";
import { namedValues, shellWords } from "./named-values.ts";

test.each([
  ["node shop.ts --all", ["node", "shop.ts", "--all"]],
  ['node "a b" \'c "d"\' ""', ["node", "a b", 'c "d"', ""]],
  ["a; rm -rf / && $(x)", ["a;", "rm", "-rf", "/", "&&", "$(x)"]],
  ['C:\\tools\\shop.exe "say \\"hi\\""', ["C:\\tools\\shop.exe", 'say "hi"']],
  ["  ", []],
])("E11: a command is read word by word, and nothing of it means anything to a shell: %s", (line, words) => {
  expect(shellWords(line)).toEqual(words);
});

test("variables and headers are read line by line", () => {
  expect(namedValues("A=1\n\nAuthorization = Bearer x=y\nB")).toEqual({ A: "1", Authorization: "Bearer x=y", B: "" });
});
