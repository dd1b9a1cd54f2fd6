import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { saysAsRule } from "#lib/verdict/opinion.ts";
import { never, none, noOther, type PolicyKind } from "./policy-kind.ts";
import { allow, ask, deny, type CallToJudge, type Verdict } from "#lib/verdict/verdict.ts";

/**
 * What a predicate may say: `true` asks a person, `false` runs the call (S1.2), and `deny` refuses it with a reason,
 * for example "Tool 'dropDatabase' is not allowed in this environment." (S3.11).
 */
export type PredicateAnswer = boolean | { verdict: "allow" | "ask" | "deny"; reason: string; metadata?: JsonObject };

/** Runs at each invocation (S1.8), several at once; each call of it gets its own frozen copy. */
export type Predicate = (call: CallToJudge) => PredicateAnswer | Promise<PredicateAnswer>;

export type CustomPolicy = {
  readonly kind: "custom";
  readonly predicate: Predicate;
  /** File it comes from; null for one made in code of the app. */
  readonly file: string | null;
};

export const predicateMs = 1000;
const mostReason = 1_000;

export const custom: PolicyKind<CustomPolicy, [predicate: Predicate, file?: string | null]> = {
  make: (predicate, file = null) => {
    if (typeof predicate !== "function") throw new TypeError("toolApprovalPolicy.custom() needs a predicate.");
    return Object.freeze({ kind: "custom", predicate, file });
  },
  consider: async (policy, call) => saysAsRule(await judgeCustom(policy, call)),
  rules: none,
  refusesAll: never,
  members: none,
  otherwise: noOther,
};

/** Rejects with a `ToolApprovalError` when the predicate throws, is not settled in time or answers nonsense (S3.4). */
async function judgeCustom({ predicate, file }: CustomPolicy, call: CallToJudge): Promise<Verdict> {
  const policy = file === null ? "custom policy" : `policy in ${file}`;
  const ruleId = file === null ? "policy:custom" : `policy:${file}`;
  const judgement: unknown = await settledInTime(predicate, frozenCopy(call), policy);
  if (judgement === true) return ask({ ruleId, reason: `The ${policy} asks about this call.` });
  if (judgement === false) return allow({ ruleId, reason: `The ${policy} allows this call.` });
  const verdict = verdictFrom(judgement, ruleId);
  if (!verdict) throw new ToolApprovalError(`The ${policy} gave no usable answer`);
  return verdict;
}

async function settledInTime(predicate: Predicate, call: CallToJudge, policy: string): Promise<unknown> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ToolApprovalError(`The ${policy} did not answer within ${predicateMs} ms`)),
    predicateMs,
  );
  try {
    return await Promise.race([predicate(call), tooLate]);
  } catch (cause) {
    if (cause instanceof ToolApprovalError) throw cause;
    throw new ToolApprovalError(`The ${policy} failed`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

const verdicts = { allow, ask, deny };

/**
 * The predicate is the owner's code but no part of the gate, so only an exact judgement counts (THREATS A10: only exact
 * answers count).
 */
function verdictFrom(judgement: unknown, ruleId: string): Verdict | null {
  const checked = refuseUnsafeJson(judgement);
  const value = "value" in checked ? checked.value : null;
  if (isJsonObject(value)) {
    const { verdict, reason, metadata = {}, ...unknownKeys } = value;
    if (
      (verdict === "allow" || verdict === "ask" || verdict === "deny") &&
      typeof reason === "string" &&
      reason.length <= mostReason &&
      isJsonObject(metadata) &&
      Object.keys(unknownKeys).length === 0
    ) {
      return verdicts[verdict]({ ruleId, reason, metadata });
    }
  }
  return null;
}

/** A predicate must not be able to change the arguments it judges (THREATS A8). */
function frozenCopy(call: CallToJudge): CallToJudge {
  return deepFrozen(structuredClone(call));
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}
