import { oneLine } from "#lib/untrusted/one-line.ts";
import { storedSubjectOf } from "#lib/gate/ask/view-of.ts";
import type { ApprovalToTell } from "#lib/store/approvals/approval-to-tell.ts";

/** The name of an approval where its card cannot be seen. Never an argument. */
export function wordsOfApproval(approval: ApprovalToTell): { tool: string; server: string; chat: string } {
  const { tool, server } = storedSubjectOf(approval);
  return {
    tool: oneLine(tool.title === "" ? tool.name : tool.title),
    server: oneLine(server.title),
    chat: oneLine(approval.chat_title === "" ? "Untitled" : approval.chat_title),
  };
}

/** The address at which a person answers it. */
export function linkTo(origin: string, approvalId: string): string {
  return `${origin}/inbox?card=${encodeURIComponent(approvalId)}`;
}
