import { countersOf, type CountedCalls, countedCalls } from "./counted-calls.ts";
import { hidingRules, isHidden } from "#lib/policies/hiding-rules.ts";
import { weigh } from "#lib/policies/judge.ts";
import type { RecordedCall } from "./recorded-call.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/** What a policy would have done on the recorded calls, beside what was done. */
export type Rehearsal = {
  calls: number;
  was: Tally;
  would: Tally;
  /** Of the calls that it would refuse, those of tools that the model would not have seen. */
  hidden: number;
  /** The calls that it would let through and that a person declined or edited. */
  letThrough: { count: number; first: LetThrough[] };
};

/** How many ran without asking, asked and were refused. */
export type Tally = { allow: number; ask: number; deny: number };

export type LetThrough = {
  callId: string;
  chatId: string;
  personId: string;
  at: number;
  server: string;
  tool: string;
  /** Null where the reader may not see them. */
  argumentsJson: string | null;
  answer: "declined" | "edited";
  ruleId: string;
};

const mostShown = 100;

/** Judges one recorded call after another, oldest first, and keeps nothing but the counts. */
export class Rehearsing {
  readonly #policy: ToolApprovalPolicy;
  readonly #counted: CountedCalls;
  readonly #hiding: readonly Rule[];
  readonly result: Rehearsal = {
    calls: 0,
    was: { allow: 0, ask: 0, deny: 0 },
    would: { allow: 0, ask: 0, deny: 0 },
    hidden: 0,
    letThrough: { count: 0, first: [] },
  };

  constructor(policy: ToolApprovalPolicy) {
    this.#policy = policy;
    this.#hiding = hidingRules(policy);
    this.#counted = countedCalls(countersOf(policy));
  }

  async add(recorded: RecordedCall): Promise<void> {
    const { result } = this;
    const weighed = await weigh(this.#policy, recorded.call);
    const { verdict, ruleId } = weighed.verdict({ counts: this.#counted.before(recorded) });
    this.#counted.add(recorded);
    result.calls += 1;
    result.was[whatWasDone(recorded)] += 1;
    result.would[verdict] += 1;
    if (isHidden(this.#hiding, recorded.call)) result.hidden += 1;
    const { answer } = recorded;
    if (verdict !== "allow" || (answer !== "declined" && answer !== "edited")) return;
    result.letThrough.count += 1;
    if (result.letThrough.first.length < mostShown) result.letThrough.first.push(shown(recorded, answer, ruleId));
  }
}

function whatWasDone({ answer, startedAt }: RecordedCall): keyof Tally {
  if (answer !== null) return "ask";
  return startedAt === null ? "deny" : "allow";
}

function shown({ id, chatId, at, call, argumentsJson }: RecordedCall, answer: LetThrough["answer"], ruleId: string) {
  const { server, tool, person } = call;
  const names = { server: server.id, tool: tool.name, personId: person.id };
  return { callId: id, chatId, at, ...names, argumentsJson, answer, ruleId };
}
