import { expect, test } from "vitest";
import { maskOf } from "#lib/audit/mask.ts";
import { readLinks as linksIn, readQuestions as questionsIn } from "./read-questions.ts";

const readQuestions = (sent: Parameters<typeof questionsIn>[0]) => questionsIn(sent, maskOf([]));
const readLinks = (data: unknown) => linksIn(data, maskOf([]));

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

test("M6: what we did not declare is not answered", () => {
  for (const method of ["sampling/createMessage", "roots/list"])
    expect(readQuestions({ a: { method, params: {} } as never })).toEqual({ problem: `asked for ${method}` });
});

test("M4, G12: only links, and at least one, are what must be opened first", () => {
  const link = { mode: "url", message: "Sign in", url: "https://a.example/", elicitationId: "1" };
  expect(readLinks({ elicitations: [link, link] })).toEqual({
    0: expect.objectContaining({ mode: "url", url: link.url }),
    1: expect.anything(),
  });
  const forms = { mode: "form", message: "Which?", requestedSchema: {} };
  for (const data of [
    undefined,
    null,
    "x",
    {},
    { elicitations: [] },
    { elicitations: {} },
    { elicitations: [link, forms] },
    { elicitations: [null] },
    { elicitations: [{ ...link, url: 5 }] },
    { elicitations: Array.from({ length: 21 }, () => link) },
  ])
    expect(readLinks(data), JSON.stringify(data)).toBeNull();
});
