import { english } from "#lib/words/speech.ts";
import { expect, test } from "vitest";
import { conditionToBegin, limitable, noGrant, readGrant, type GrantDraft } from "./grant-draft.ts";
import { untilInWords } from "./until-in-words.ts";
import { toLocalInput } from "#components/ui/to-local-input.ts";

const tool = { toolName: "pay", serverTitle: "Bank" };
const now = new Date(2026, 10, 21, 12, 0).getTime();
const hour = 3_600_000;

function read(draft: Partial<GrantDraft>) {
  return readGrant({ ...noGrant, ...draft }, tool, now, english);
}

function local(at: number): string {
  return toLocalInput(new Date(at).toISOString());
}

test("A11: nothing is granted until a reach is chosen", () => {
  expect(read({})).toEqual({ once: true });
  expect(read({ maxUses: "5" })).toEqual({ once: true });
});

test("A11: each reach is asked for as the menu says it", () => {
  expect(read({ scope: "call" })).toMatchObject({ asked: { reach: "call" } });
  expect(read({ scope: "chat" })).toMatchObject({ asked: { reach: "chat" } });
  expect(read({ scope: "hour" })).toMatchObject({ asked: { reach: "everywhere", forMs: hour } });
  expect(read({ scope: "always" })).toMatchObject({ asked: { reach: "everywhere" } });
});

test("A11: the end is sent as an instant and shown by the reader's clock", () => {
  const until = now + 6 * hour;
  expect(read({ scope: "chat", until: local(until) })).toEqual({
    asked: { reach: "chat", until: new Date(until).toISOString() },
    sentence: "Allow pay on Bank in this chat, until 18:00.",
  });
  expect(untilInWords(now + 24 * hour, now)).toBe("until 22 Nov, 12:00");
  expect(untilInWords(null, now)).toBeNull();
});

test("A11: a grant that cannot be given is refused with a reason, not adjusted", () => {
  for (const draft of [
    { maxUses: "" },
    { maxUses: "0" },
    { maxUses: "101" },
    { maxUses: "2.5" },
    { until: "" },
    { until: local(now) },
    { until: local(now + 31 * 24 * hour) },
    { budget: { argument: "amount", total: "" } },
    { budget: { argument: "amount", total: "1e12" } },
    { budget: { argument: "amount", total: "-1" } },
    { when: { argument: "to", is: "is", value: "" } },
    { when: { argument: "amount", is: "is at most", value: "many" } },
  ] as Partial<GrantDraft>[]) {
    expect(read({ scope: "chat", ...draft }), JSON.stringify(draft)).toEqual({ problem: expect.any(String) });
  }
});

test("A11: a grant for only this call has no arguments to limit", () => {
  const limits: Partial<GrantDraft> = {
    budget: { argument: "amount", total: "5" },
    when: { argument: "to", is: "is", value: "bo" },
  };
  expect(read({ scope: "call", ...limits })).toMatchObject({ asked: { reach: "call" } });
  expect(read({ scope: "call", ...limits })).not.toHaveProperty("asked.when");
  const schema = { properties: { to: {}, amount: {}, about: {} } };
  expect(limitable({ about: "a", amount: 5, deep: {}, to: "bo" }, schema)).toEqual({
    texts: ["to", "about"],
    numbers: ["amount"],
  });
});

test("A11: the first condition offered is one that the call on the card meets", () => {
  const args = { path: "notes/a.md", name: "bo", amount: 5 };
  expect(conditionToBegin(args, "path")).toEqual({ argument: "path", is: "starts with", value: "notes/" });
  expect(conditionToBegin(args, "name")).toEqual({ argument: "name", is: "is", value: "bo" });
  expect(conditionToBegin(args, "amount")).toEqual({ argument: "amount", is: "is at most", value: "5" });
});
