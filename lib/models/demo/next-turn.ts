import { isDeepStrictEqual } from "node:util";
import { isExplanationRequest } from "#lib/approvals/explanation.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Conversation, PastCall } from "./conversation.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { outcomeOf } from "./outcome.ts";
import { lastRequest, type Plan, planOf } from "./plan.ts";
import { notStarted, report, type Settled } from "./report.ts";
import type { Wish } from "./wish.ts";
import {
  announcement,
  asksForHelp,
  explanation,
  helpText,
  paragraphs,
  thought,
  unavailable,
  unclear,
} from "./help-text.ts";

/** What the model says and calls next. Without calls, the answer is complete. */
export type DemoTurn = { reasoning: string | null; text: string; calls: { toolName: string; input: JsonObject }[] };

/**
 * Computes the next turn from the conversation alone, so that an answer continues unchanged after a restart. A call
 * that was not run, failed, or may have run ends the plan: nothing is tried again or in another way (S4.16: stop after
 * a no).
 */
export function nextTurn(conversation: Conversation, tools: OfferedTools, today: Date): DemoTurn {
  const { calls } = conversation;
  if (isExplanationRequest(conversation.request)) return saying(explanation);
  const { request, earlier } = repeated(conversation, today);
  if (asksForHelp(request)) return saying(helpText(tools.names));
  const plan = planOf(request, earlier, today);
  if ("unclear" in plan) {
    return saying(calls.length > 0 ? report(settle(calls, [])) : unclear(plan.unclear, tools.names));
  }
  const { taken, latest, remaining } = progressOf(plan, calls.length);
  const settled = settle(calls, taken.flat()).slice(-latest.length);
  if (!settled.every(({ outcome }) => outcome.kind === "done" || outcome.kind === "answered")) {
    return saying(paragraphs(report(settled), notStarted(remaining.flat())));
  }
  const [next] = remaining;
  if (!next) return saying(report(settled));

  const found = next.map((wish) => ({ wish, tool: tools.find(wish.tool) }));
  const problems = found.flatMap(({ tool }) => ("problem" in tool ? [tool.problem] : []));
  if (problems.length > 0) return saying(paragraphs(report(settled), unavailable(next, problems)));
  return {
    reasoning: calls.length === 0 ? thought(plan.steps) : null,
    text: paragraphs(report(settled), announcement(next, calls.length > 0)),
    calls: found.flatMap(({ wish, tool }) => ("problem" in tool ? [] : [{ toolName: tool.name, input: wish.input }])),
  };
}

function saying(text: string): DemoTurn {
  return { reasoning: null, text, calls: [] };
}

/** "Try again" repeats the last request before it. */
function repeated({ request, earlier }: Conversation, today: Date): Pick<Conversation, "request" | "earlier"> {
  const again = /^\s*(?:please\s+)?(?:try(?: it| that)? again|do (?:it|that) again|again|retry|once more)[\s.!]*$/i;
  return (again.test(request) && lastRequest(earlier, today)) || { request, earlier };
}

/** Splits the plan after the steps of `called` calls; `latest` is the last of these. */
function progressOf({ steps }: Plan, called: number): { taken: Wish[][]; latest: Wish[]; remaining: Wish[][] } {
  let count = 0;
  let next = 0;
  for (; count < called && next < steps.length; next += 1) count += steps[next]?.length ?? 0;
  return { taken: steps.slice(0, next), latest: steps[next - 1] ?? [], remaining: steps.slice(next) };
}

/** A call that a person edited is reported as what it was, not as the wish. */
function settle(calls: PastCall[], wishes: Wish[]): Settled[] {
  return calls.map((call, at) => {
    const wish = wishes[at];
    const outcome = outcomeOf(call.output, wish?.proof ?? null);
    return { call, outcome, wish: wish && isDeepStrictEqual(call.input, wish.input) ? wish : null };
  });
}
