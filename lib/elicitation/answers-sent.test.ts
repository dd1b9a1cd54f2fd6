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
  expect(Object.entries(answersSent("Please answer.", fields, content))).toEqual([
    ["day", "Friday"],
    ["guests", "4"],
  ]);
});

test("E8: what was typed where a secret was asked for is not shown again", () => {
  expect(
    answersSent("Please answer.", [text("a", "Your password"), text("day")], { a: "hunter2", day: "Friday" }),
  ).toEqual({
    a: "[masked]",
    day: "Friday",
  });
});

test("E8: nor is anything shown that was typed below a message that asked for a secret", () => {
  const yes = {
    kind: "boolean",
    name: "ok",
    title: "Sure?",
    description: null,
    required: false,
    initial: null,
  } as const;
  const content = { value: "hunter2", ok: true };
  expect(answersSent("Enter your password.", [text("value"), yes], content)).toEqual({ value: "[masked]", ok: true });
});
