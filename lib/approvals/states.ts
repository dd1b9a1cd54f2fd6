/**
 * The two state machines of the gate.
 *
 *   tool call: proposed → waiting → cleared → running → done | failed | unknown      (or → refused)
 *   approval:  pending → accepted | declined | cancelled | expired;  accepted → expired (never started)
 *
 * A call that an MCP server interrupts to ask a person goes running → waiting → cleared → running again.
 */
export const approvalStatuses = ["pending", "accepted", "declined", "cancelled", "expired"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const toolCallStates = [
  "proposed",
  "waiting",
  "cleared",
  "running",
  "done",
  "failed",
  "unknown",
  "refused",
] as const;
export type ToolCallState = (typeof toolCallStates)[number];

const approvalMoves: { [From in ApprovalStatus]: readonly ApprovalStatus[] } = {
  pending: ["accepted", "declined", "cancelled", "expired"],
  accepted: ["expired"],
  declined: [],
  cancelled: [],
  expired: [],
};

const toolCallMoves: { [From in ToolCallState]: readonly ToolCallState[] } = {
  proposed: ["waiting", "cleared", "refused"],
  waiting: ["cleared", "refused", "unknown"],
  cleared: ["running", "refused"],
  running: ["done", "failed", "unknown", "waiting"],
  done: [],
  failed: [],
  unknown: [],
  refused: [],
};

export function mayMoveApproval(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return approvalMoves[from].includes(to);
}

export function mayMoveToolCall(from: ToolCallState, to: ToolCallState): boolean {
  return toolCallMoves[from].includes(to);
}

/** A settled tool call never changes again; its result may be told to the model. */
export function isSettled(state: ToolCallState): boolean {
  return toolCallMoves[state].length === 0;
}
