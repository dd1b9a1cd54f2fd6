import { expect, test } from "vitest";
import { questionView } from "./open-approval.ts";

const message = "Please enter the password of your account.";
const field = { type: "object", properties: { value: { type: "string" } } };

test("E8: a card shows a form whose message asks for a password as refused; a link to a page that does is for just that", () => {
  const form = questionView({ mode: "form", message, requestedSchema: field, url: null }, new Set());
  expect(form).toMatchObject({
    kind: "form",
    message,
    fields: [],
    refused: expect.stringMatching(/asks for a secret/),
  });
  const link = questionView({ mode: "url", message, requestedSchema: null, url: "https://a.example" }, new Set());
  expect(link).toEqual({ kind: "link", message, url: "https://a.example" });
});
