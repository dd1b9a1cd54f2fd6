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

test("F11, S0.52: of an agent's own call the record says that it is let go, never that it started or ran", () => {
  const event = { digest: "d", tool: "agent:claude-code:Bash", uses: 1 };
  expect(wordsOf("call-started", event)).toBe("About to be released");
  expect(wordsOf("grant-used", event)).toBe("Allowed by a grant, its 1st use");
  expect(wordsOf("call-started", { ...event, tool: "files__wipe" })).toBe("Started");
  expect(wordsOf("grant-used", { ...event, tool: "files__wipe" })).toBe("Ran on a grant, its 1st use");
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
