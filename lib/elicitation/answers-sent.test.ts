import { expect, test } from "vitest";
import { answersSent } from "./answers-sent.ts";
import type { FormField } from "./form.ts";

const text = (name: string, title = name): FormField => ({
  kind: "string",
  name,
  title,
  description: null,
  required: false,
  format: null,
  minLength: null,
  maxLength: null,
  initial: null,
});

test("S4.5: answers are shown again as they were sent, in the order of the form", () => {
  const fields = [text("day"), text("note"), text("guests")];
  const content = { guests: "4", day: "Friday" };
  expect(Object.entries(answersSent(fields, content))).toEqual([
    ["day", "Friday"],
    ["guests", "4"],
  ]);
});

test("E8: what was typed where a secret was asked for is not shown again", () => {
  expect(answersSent([text("a", "Your password"), text("day")], { a: "hunter2", day: "Friday" })).toEqual({
    a: "[masked]",
    day: "Friday",
  });
});
