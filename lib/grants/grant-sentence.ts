import type { GrantReach, GrantTerms } from "./grant.ts";
import { simpleConditionInWords } from "./simple-condition.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { type GrantSay, grantWords } from "./words.en.ts";

/** The tool of a grant, in words for people. */
export type GrantedTool = {
  toolName: string;
  serverTitle: string;
  /** Set where the sentence is read outside of its chat. */
  chatTitle?: string;
};

/** With exactly these arguments, in this chat, or in every chat; by the chat's title where it is read elsewhere. */
function allowing(
  { toolName: tool, serverTitle: server, chatTitle: chat }: GrantedTool,
  reach: GrantReach,
  say: GrantSay,
) {
  if (reach === "everywhere") return say("everywhere", { tool, server });
  if (chat === undefined) return say(reach === "call" ? "callHere" : "chatHere", { tool, server });
  return say(reach === "call" ? "callThere" : "chatThere", { tool, server, chat });
}

/**
 * A grant in one sentence, made from its terms and nothing else: what is signed is what is stored. `end`: "until
 * 18:00", "for an hour"; null without an end.
 */
export function grantSentence(
  tool: GrantedTool,
  { reach, maxUses, budget, when }: Omit<GrantTerms, "until">,
  end: string | null,
  speech: Speech = english,
): string {
  const say = sayIn(speech, grantWords);
  const parts = [allowing(tool, reach, say)];
  if (maxUses !== null) parts.push(say("upToCalls", { calls: maxUses }));
  if (budget !== null) {
    // Without a sign between thousands: "1,000" is a thousand in one language, and one in another.
    parts.push(say("upToTotal", { total: String(budget.total), argument: budget.argument }));
  }
  if (end !== null) parts.push(end);
  if (when !== null) parts.push(say("onlyWhile", { condition: simpleConditionInWords(when, speech) }));
  if (reach === "everywhere" && end === null) parts.push(say("withoutAnEnd"));
  return `${parts.join(", ")}.`;
}

/** An end in UTC, which reads the same everywhere. `until` in Unix ms. */
export function untilInUtc(until: number | null): string | null {
  return until === null ? null : `until ${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
