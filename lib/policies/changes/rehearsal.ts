import { countersOf, type CountedCalls, countedCalls } from "./counted-calls.ts";
import { hidingRules, isHidden } from "#lib/policies/hiding-rules.ts";
import { judge, weigh } from "#lib/policies/judge.ts";
import type { RecordedCall } from "./recorded-call.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { fits } from "#lib/policies/rules.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";

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

/** What one more rule would have done on the recorded calls: of the calls that it decides, and of no others. */
export type RuleRehearsal = Pick<Rehearsal, "calls" | "hidden" | "letThrough"> & {
  /** The calls that it fits; something stricter may decide some of them. */
  matched: number;
  decided: number;
  /** Of the calls that it decides: what becomes of them under the policy in force, and with the rule. */
  today: Tally;
  would: Tally;
  differ: number;
  /** Of the calls that it decides, those that ask because its condition cannot be decided on their arguments. */
  undecided: number;
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

/** Longer than any id that a rule may have. */
const ownId = "drafted".repeat(100);

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
    if (verdict === "allow") noteLetThrough(result.letThrough, recorded, ruleId);
  }
}

/** The same for one rule that would stand beside those in force, whatever it is called. */
export class RehearsingRule {
  readonly #rule: Rule;
  readonly #alone: ToolApprovalPolicy;
  readonly #today: ToolApprovalPolicy;
  readonly #then: ToolApprovalPolicy;
  readonly #counted: CountedCalls;
  readonly #name: string;
  readonly result: RuleRehearsal = {
    calls: 0,
    matched: 0,
    decided: 0,
    today: { allow: 0, ask: 0, deny: 0 },
    would: { allow: 0, ask: 0, deny: 0 },
    differ: 0,
    undecided: 0,
    hidden: 0,
    letThrough: { count: 0, first: [] },
  };

  /** `today`: the policy in force; `withRule`: the same with one more rule. */
  constructor(rule: Rule, today: ToolApprovalPolicy, withRule: (rule: Rule) => ToolApprovalPolicy) {
    this.#rule = { ...rule, id: ownId };
    this.#alone = toolApprovalPolicy.rules([this.#rule]);
    this.#today = today;
    this.#then = withRule(this.#rule);
    this.#counted = countedCalls(countersOf(this.#then));
    this.#name = `rule:${rule.id}`;
  }

  async add(recorded: RecordedCall): Promise<void> {
    this.result.calls += 1;
    if (fits(this.#rule, recorded.call)) await this.#judge(recorded);
    this.#counted.add(recorded);
  }

  async #judge(recorded: RecordedCall): Promise<void> {
    const { result } = this;
    const { call } = recorded;
    const counts = this.#counted.before(recorded);
    if (this.#rule.hides) result.hidden += 1;
    const alone = await judge(this.#alone, { ...call, tool: { ...call.tool, flag: "inherit" } }, { counts });
    if (!this.#isByRule(alone)) return;
    result.matched += 1;
    const then = await judge(this.#then, call, { counts });
    if (!this.#isByRule(then)) return;
    const today = await judge(this.#today, call, { counts });
    result.decided += 1;
    result.today[today.verdict] += 1;
    result.would[then.verdict] += 1;
    if (today.verdict !== then.verdict) result.differ += 1;
    if (then.metadata["problem"] !== undefined) result.undecided += 1;
    if (then.verdict === "allow") noteLetThrough(result.letThrough, recorded, this.#name);
  }

  #isByRule({ ruleId }: Verdict): boolean {
    return ruleId === `rule:${ownId}`;
  }
}

function noteLetThrough(letThrough: Rehearsal["letThrough"], recorded: RecordedCall, ruleId: string): void {
  const { answer } = recorded;
  if (answer !== "declined" && answer !== "edited") return;
  letThrough.count += 1;
  if (letThrough.first.length < mostShown) letThrough.first.push(shown(recorded, answer, ruleId));
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
