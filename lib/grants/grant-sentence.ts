import type { GrantReach, GrantTerms } from "./grant.ts";
import { conditionInWords } from "./simple-condition.ts";

/** What a grant is about, as people know it. */
export type GrantedTool = {
  toolName: string;
  serverTitle: string;
  /** Named where the sentence is read outside of the chat that it is about. */
  chatTitle?: string;
};

const reaches: { [Reach in GrantReach]: (chat: string) => string } = {
  call: (chat) => `with exactly ${chat === thisChat ? "these" : "the same"} arguments ${chat}`,
  chat: (chat) => chat,
  everywhere: () => "in every chat",
};

const thisChat = "in this chat";

/**
 * A grant in one sentence, drawn up from its terms and nothing else: what is signed is what is stored. `end` is how its
 * end reads: "until 18:00", "for an hour"; null where it has none.
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
  if (when !== null) parts.push(`while ${conditionInWords(when)}`);
  if (reach === "everywhere" && end === null) parts.push("without an end");
  return `${parts.join(", ")}.`;
}

/** The same in every language: a number that is signed must not change with the reader. */
function formatted(amount: number): string {
  return amount.toLocaleString("en-US", { maximumFractionDigits: 6 });
}
