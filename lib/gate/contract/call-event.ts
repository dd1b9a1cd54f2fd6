import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Unasked } from "#lib/verdict/unasked.ts";
import type { StoredResult } from "./stored-result.ts";
import type { Progress, Tool } from "./tool.ts";

/** What a door hears of its call, in order, each after its commit. The stored rows say the same later. */
export type CallEvent =
  /** What became of a question that was put. */
  | { kind: "question-changed"; question: ApprovalView }
  /** The answer to the question about the call itself; `reason` is for the model. */
  | { kind: "approved"; approvalId: string }
  | { kind: "not-approved"; approvalId: string; reason: string }
  /** It runs with arguments that a person edited. */
  | { kind: "edited"; tool: Tool; arguments: JsonObject }
  /** It runs without a question: on a standing grant, or because a policy allows it. */
  | { kind: "granted"; grant: GrantUse }
  | { kind: "unasked"; unasked: Unasked }
  | { kind: "progress"; progress: Progress }
  /** Its end. */
  | { kind: "settled"; result: StoredResult };
