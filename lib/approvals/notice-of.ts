import { oneLine } from "#lib/untrusted/one-line.ts";
import type { ApprovalSay } from "./words.en.ts";

/** The words of a notification, where the card cannot be seen. Never an argument (N8: push names no argument). */
export function noticeOf(of: { tool: { name: string; title: string }; chatTitle: string }, say: ApprovalSay) {
  const tool = oneLine(of.tool.title === "" ? of.tool.name : of.tool.title);
  const chat = of.chatTitle === "" ? say("untitled") : oneLine(of.chatTitle);
  return { title: say("noticeTitle", { tool }), body: `${chat} · Countersign` };
}
