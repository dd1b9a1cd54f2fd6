import { visibleText } from "#lib/approvals/visible-text.ts";
import { storedSubjectOf } from "#lib/gate/view-of.ts";
import type { ApprovalToTell } from "#lib/store/approval-to-tell.ts";

const longest = 120;
const characters = new Intl.Segmenter("en");

/** How an approval is named where its card cannot be seen. Never anything of the arguments. */
export function wordsOfApproval(approval: ApprovalToTell): { tool: string; server: string; chat: string } {
  const { tool, server } = storedSubjectOf(approval);
  return {
    tool: oneLine(tool.title === "" ? tool.name : tool.title),
    server: oneLine(server.title),
    chat: oneLine(approval.chat_title === "" ? "Untitled" : approval.chat_title),
  };
}

/** Where a person answers it. */
export function linkTo(origin: string, approvalId: string): string {
  return `${origin}/inbox?card=${encodeURIComponent(approvalId)}`;
}

/** Servers choose the names of their tools: nothing hidden, no second line, no more than fits on a lock screen. */
function oneLine(text: string): string {
  const visible = visibleText(text.replaceAll(/\s+/g, " ").trim());
  if (visible.length <= longest) return visible;
  const whole = characters.segment(visible).containing(longest - 1);
  return `${visible.slice(0, whole?.index ?? longest - 1)}…`;
}
