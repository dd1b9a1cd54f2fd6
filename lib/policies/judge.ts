import { noCounts, type Counter, type Counts } from "#lib/verdict/counter.ts";
import { fails, strictest, type Considered, type Opinion } from "#lib/verdict/opinion.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { kindOf, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import { allow, ask, type ApprovalFlag, type CallToJudge, type Verdict } from "#lib/verdict/verdict.ts";

/** What is known beside the policy and the call. */
export type Given = {
  /**
   * `allow`, made from a standing grant of a person that covers this very call, with the grant's id in `ruleId`. Looked
   * at only after everything that denies, after a failure, and after the flag `always`: it skips none of them.
   */
  grant?: Verdict | null;
  /** Values of the counters that `weigh` named; without them a rule that counts is undecided, and asks. */
  counts?: Counts;
};

type Report = (error: ToolApprovalError) => void;

/** A call that every policy has looked at. */
export type Weighed = {
  /** What must be counted before there is a verdict. */
  counters: readonly Counter[];
  /** Pure and synchronous, so that the verdict can be given again inside the transaction that starts the call. */
  verdict: (given?: Given) => Verdict;
  /** The same, with the line of the order that decides. */
  decision: (given?: Given) => TracedVerdict;
};

/**
 * The lines of the order, first to last. `stopped` is a refusal of everything, whatever the call is.
 */
export type OrderLine = "stopped" | "refused" | "undecided" | "always" | "grant" | "rules" | "never" | "default";
export type TracedVerdict = { verdict: Verdict; line: OrderLine };

/**
 * Judges one tool call; the first that applies decides, and among policies and rules the strictest:
 *
 *   something denies → a policy failed, so that nobody knows whether it denies (ask) → flag `always` (ask) →
 *   a standing grant (allow) → a rule that fits (ask, allow), code that asks → flag `never` (allow) → the default of the policy
 *
 * So nothing skips `always` (it must reach a person), and `never` skips what the default would ask (S3.6) but neither
 * what a policy denies nor what a rule or code of the owner asks about. Never rejects: a failure is a question to a person, told to `report` with its cause (S3.4).
 */
export async function judge(
  policy: ToolApprovalPolicy,
  call: CallToJudge,
  { report, ...given }: Given & { report?: Report } = {},
): Promise<Verdict> {
  return (await weigh(policy, call, report)).verdict(given);
}

/** The part of judging that may take a moment. Never rejects. */
export async function weigh(
  policy: ToolApprovalPolicy,
  call: CallToJudge,
  report: Report = () => {},
): Promise<Weighed> {
  const { counters, opinion } = await consider(policy, call, report);
  // No counter changes it, so it is formed once.
  const fixed = counters.length === 0 ? opinion(noCounts) : null;
  const decision = ({ grant = null, counts = noCounts }: Given = {}) =>
    conclude(fixed ?? opinion(counts), call.tool.flag, grant);
  return { counters, decision, verdict: (given) => decision(given).verdict };
}

function conclude({ denied, failed, leanings }: Opinion, flag: ApprovalFlag, grant: Verdict | null): TracedVerdict {
  if (denied) return { line: denied.ruleId === "policy:deny-all" ? "stopped" : "refused", verdict: denied };
  if (failed) return { line: "undecided", verdict: withAlso(failed, leanings, flag) };
  // `always`, and every unknown flag.
  if (flag !== "inherit" && flag !== "never") {
    const always = ask({ ruleId: "flag:always", reason: "The owner set this tool to ask every time." });
    return { line: "always", verdict: withAlso(always, leanings, flag) };
  }
  if (grant?.verdict === "allow") return { line: "grant", verdict: grant };
  const unasked = flag === "never" ? allow({ ruleId: "flag:never", reason: neverAsks }) : null;
  const verdict = strictest(leanings.map(({ ruled, otherwise }) => ruled ?? unasked ?? otherwise));
  if (verdict === null) {
    return {
      line: "undecided",
      verdict: ask({ ruleId: "policy:failed", reason: "No policy said anything of this call." }),
    };
  }
  const isRuled = leanings.some(({ ruled }) => ruled === verdict);
  return {
    line: isRuled ? "rules" : verdict === unasked ? "never" : "default",
    verdict: withAlso(verdict, leanings, flag),
  };
}

/** Upper bound of the other reasons on a card. */
const mostAlso = 10;

/**
 * A verdict that asks names all other reasons to ask too: the people who answer or edit are shown all of them (row 10).
 */
function withAlso(verdict: Verdict, leanings: Opinion["leanings"], flag: ApprovalFlag): Verdict {
  if (verdict.verdict !== "ask") return verdict;
  const asking = leanings
    .flatMap(({ ruled, fitting, otherwise }) => fitting ?? (ruled === null && flag !== "never" ? [otherwise] : []))
    .filter((one) => one.verdict === "ask" && one.ruleId !== verdict.ruleId && !one.ruleId.startsWith("annotated:"));
  const also = [...new Map(asking.map(({ ruleId, reason }) => [ruleId, { ruleId, reason }])).values()];
  if (also.length === 0) return verdict;
  const more = also.splice(mostAlso).map(({ ruleId }) => ruleId);
  if (more.length > 0) also.push({ ruleId: "policy:more", reason: `${more.length} more ask: ${more.join(", ")}.` });
  return { ...verdict, metadata: { ...verdict.metadata, also } };
}

const neverAsks = "The owner set this tool to run without asking.";

/** A policy that fails asks. */
async function consider(policy: ToolApprovalPolicy, call: CallToJudge, report: Report): Promise<Considered> {
  try {
    const kind = kindOf(policy);
    if (kind === null) throw new ToolApprovalError("The policy is of an unknown kind");
    return await kind.consider(policy, call, (member) => consider(member, call, report));
  } catch (cause) {
    const error =
      cause instanceof ToolApprovalError ? cause : new ToolApprovalError("The approval policy failed", { cause });
    report(error);
    const reason = `${error.message}, so a person is asked.`;
    return fails(ask({ ruleId: "policy:failed", reason, metadata: { error: error.name } }));
  }
}
