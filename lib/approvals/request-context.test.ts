import { expect, test } from "vitest";
import type { Effect } from "#lib/approvals/subjects/tool-call-subject.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";
import { requestContext } from "./request-context.ts";

function calling(...kinds: Effect["kind"][]): SubjectView {
  const effects = kinds.map((kind): Effect => ({ kind, source: "server" }));
  const asked = { caption: "Pay 10?", reason: "Payments ask", ruleId: "pay" };
  return { kind: "tool-call", argumentsJson: "{}", inputSchema: {}, effects, ...asked };
}

test("S2.17: a request says why it is asked, what is to be done, what it reaches and whether it can be undone", () => {
  expect(requestContext(calling("changes-data", "cannot-be-undone", "leaves-network"))).toEqual({
    reason: "Payments ask",
    action: "Pay 10?",
    impactScope: ["changes-data", "leaves-network"],
    reversibility: "IRREVERSIBLE",
  });
  expect(requestContext(calling("reads-only"))).toMatchObject({ reversibility: "REVERSIBLE" });
  expect(requestContext({ kind: "link", message: "Sign in there", url: "https://example.com" })).toMatchObject({
    action: "Sign in there",
    reversibility: "UNKNOWN",
  });
});

test("S2.17: without claims effects are unknown, and a call is not reversible just because nobody calls it destructive", () => {
  expect(requestContext(calling("unknown"))).toMatchObject({ impactScope: [], reversibility: "UNKNOWN" });
  expect(requestContext(calling("changes-data"))).toMatchObject({ reversibility: "UNKNOWN" });
});
