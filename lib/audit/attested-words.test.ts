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

test("F11, S0.52: the record of a verdict says whose call it was, where it came from a client or an agent elsewhere", () => {
  const event = { verdict: "allow", reason: "Reading is fine." };
  expect(wordsOf("verdict-given", event)).toBe("Allowed: Reading is fine.");
  expect(wordsOf("verdict-given", { ...event, caller: "gateway:Desk\nx" })).toBe(
    "Allowed, for the client “Desk x”: Reading is fine.",
  );
  expect(wordsOf("verdict-given", { ...event, caller: "asks:Laptop" })).toBe(
    "Allowed, for an agent with the key “Laptop”: Reading is fine.",
  );
});
