import { expect, test } from "vitest";
import { readQuestions } from "./read-questions.ts";

const question = {
  method: "elicitation/create" as const,
  params: { message: "Which?", requestedSchema: { type: "object" as const, properties: {} } },
};

test("S4.20: questions are read under the server's own keys", () => {
  const read = readQuestions({ a: question, "ключ 🔑": question });
  expect(read).toEqual({ questions: { a: expect.anything(), "ключ 🔑": expect.anything() } });
});

test.each([
  ["U+0000", "a\0"],
  ["half of a surrogate pair", "\ud800"],
  ["a name that reaches prototypes", "constructor"],
  ["more than anybody needs", "k".repeat(1_001)],
])("G12, E7: a key with %s is nothing that we offered to answer", (_name, key) => {
  expect(readQuestions({ [key]: question })).toEqual({ problem: "asked in a form that MCP does not know" });
});
