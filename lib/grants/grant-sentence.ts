import type { GrantReach, GrantTerms } from "./grant.ts";
import { simpleConditionInWords } from "./simple-condition.ts";

/** The tool of a grant, in words for people. */
export type GrantedTool = {
  toolName: string;
  serverTitle: string;
  /** Set where the sentence is read outside of its chat. */
  chatTitle?: string;
};

const reaches: { [Reach in GrantReach]: (chat: string) => string } = {
  call: (chat) => `with exactly ${chat === thisChat ? "these" : "the same"} arguments ${chat}`,
  chat: (chat) => chat,
  everywhere: () => "in every chat",
};

const thisChat = "in this chat";

/**
 * A grant in one sentence, made from its terms and nothing else: what is signed is what is stored. `end`: "until
 * 18:00", "for an hour"; null without an end.
 */
export function grantSentence(
  { toolName, serverTitle, chatTitle }: GrantedTool,
  { reach, maxUses, budget, when }: Omit<GrantTerms, "until">,
  end: string | null,
): string {
  const chat = chatTitle === undefined ? thisChat : `in the chat “${chatTitle}”`;
  const parts = [`Allow ${toolName} on ${serverTitle} ${reaches[reach](chat)}`];
  if (maxUses !== null) parts.push(maxUses === 1 ? "for 1 call" : `up to ${maxUses} calls`);
  if (budget !== null) parts.push(`up to ${formatted(budget.total)} in total of ${budget.argument}`);
  if (end !== null) parts.push(end);
  if (when !== null) parts.push(`while ${simpleConditionInWords(when)}`);
  if (reach === "everywhere" && end === null) parts.push("without an end");
  return `${parts.join(", ")}.`;
}

/** An end in UTC, which reads the same everywhere. `until` in Unix ms. */
export function untilInUtc(until: number | null): string | null {
  return until === null ? null : `until ${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The same in every language: a signed number must not change with the reader. */
function formatted(amount: number): string {
  return amount.toLocaleString("en-US", { maximumFractionDigits: 6 });
}
