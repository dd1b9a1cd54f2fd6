import { messageToModel, type MessageToModel } from "#lib/approvals/messages-to-model.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { Judgement } from "#lib/gate/judge/judge-call.ts";
import type { CallEvent } from "#lib/gate/contract/call-event.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import type { Tool, ToolResult } from "#lib/gate/contract/tool.ts";
import type { Work } from "./execute.ts";
import type { End, StoredRefusal } from "./finish-call.ts";
import type { CallStart } from "./start-call.ts";

/** The cards whose answers led to a move: each is told what became of its call. */
type Answered = { answered?: readonly ApprovalRow[] };

/** A call as a person accepted it. */
export type Accepted = { approval: ApprovalRow; effectiveJson: string; digest: string };

/** What is decided for a call in the state in which it was read. `runTool` alone carries it out. */
export type NextMove =
  /** It is not run. `verdict` where policies were asked; `tell` is told first. */
  | ({ move: "refuse"; result: StoredRefusal; verdict?: Verdict; tell?: CallEvent } & Answered)
  /** It had started and cannot go on: nobody knows what it did. */
  | ({ move: "abandon"; problem: string } & Answered)
  | { move: "end"; end: End }
  /** `outdated`: it was accepted for what is not there any more, and is asked about again. */
  | { move: "ask"; tool: Tool; args: JsonObject; verdict: Verdict; outdated?: { approval: ApprovalRow; why: string } }
  /** `accepted`: a person approved it, so it goes unless something refuses it. */
  | { move: "delegate"; judged: Judgement; accepted?: Accepted }
  /** `unlike` is the move instead where what is stored is not what was approved; `tell` is told once it started. */
  | ({ move: "start"; start: CallStart; work: Work | FinishedWork; unlike: NextMove; tell?: CallEvent[] } & Answered);

/** The work of an agent, which was done before the start. */
export type FinishedWork = { done: ToolResult; remark: string | null };

/** Refuses a call about which nobody was asked. */
export function refuseUnasked(message: MessageToModel, verdict?: Verdict): Extract<NextMove, { move: "refuse" }> {
  const result = refusal(messageToModel(message), false);
  return { move: "refuse", result, ...(verdict === undefined ? {} : { verdict }) };
}
