import { visibleText } from "./visible-text.ts";

const longest = 120;
const characters = new Intl.Segmenter("en");

/** Text of strangers where there is room for one short line: nothing hidden in it, no second line, no more than fits. */
export function oneLine(text: string): string {
  const visible = visibleText(text.replaceAll(/\s+/g, " ").trim());
  if (visible.length <= longest) return visible;
  const cut = characters.segment(visible).containing(longest - 1)?.index ?? longest - 1;
  return `${visible.slice(0, cut)}…`;
}

/** How an approval is told where its card cannot be seen. Never anything of the arguments (CARD §7). */
export function notificationWords(of: { tool: { name: string; title: string }; chatTitle: string }) {
  const tool = oneLine(of.tool.title === "" ? of.tool.name : of.tool.title);
  const chat = oneLine(of.chatTitle === "" ? "Untitled" : of.chatTitle);
  return { title: `Approval needed: ${tool}`, body: `${chat} · Countersign` };
}
