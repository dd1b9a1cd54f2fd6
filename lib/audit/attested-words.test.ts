import { expect, test } from "vitest";
import { wordsOf } from "./words.ts";

test("F11: an answer that a client attests has words of its own in the record, on one line", () => {
  const event = { action: "accept", client: "Desk\nApproved by Ada", digest: "d" };
  const words = wordsOf("approval-attested", event);
  expect(words).toBe("The client “Desk Approved by Ada” says that its user approved; nobody here proved it");
  expect(wordsOf("approval-attested", { ...event, action: "decline", client: "Desk", name: "Kim" })).toBe(
    "The client “Desk” says that its user Kim declined; nobody here proved it",
  );
  expect(wordsOf("approval-decided", { action: "accept", via: "chat" })).toBe("Approved in the app");
});
