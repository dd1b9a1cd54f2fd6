import type { JsonValue } from "./json.ts";
import { textsIn } from "./texts-in.ts";

/**
 * Ways in which words about a tool give the model orders that no description needs: to forget what it was told, to hide
 * something from its person, to do something else first (THREATS E1: poisoned descriptions). It finds what is common, not
 * everything; a person still reads what waits.
 */
const orders = [
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:instructions?|rules?|prompts?|previous|prior|above|told)\b/i,
  /\b(?:do not|don['’]t|never|without)\b[^.]{0,30}\b(?:tell|telling|mention|inform|reveal|show|notify|ask)(?:ing)?\b[^.]{0,30}\b(?:user|person|human|anyone|anybody)\b/i,
  /\btell (?:nobody|no one|no-one)\b/i,
  /\b(?:keep|hide|conceal)\b[^.]{0,30}\b(?:secret|hidden|from the user)\b/i,
  /<\s*(?:important|system|secret|instructions?)\s*>/i,
  /\bbefore (?:you )?(?:use|using|call|calling) (?:this|any|every|another)\b[^.]{0,40}\b(?:tool|read|send|call|must)\b/i,
  /\byou must (?:always |first |also )*(?:call|use|run|read|send|include|pass)\b/i,
];

const mostQuoted = 120;

/**
 * The first such words in the texts of a value; null where there are none. The words of a name count as well:
 * `tell_nobody`, `tellNobody`. A megabyte takes some hundredths of a second.
 * Not for JSON, whose escapes would stand between the words.
 */
export function ordersIn(said: JsonValue): string | null {
  const plain = textsIn(said, true).join(".\n").replaceAll(/\s+/g, " ");
  return foundIn(plain) ?? foundIn(plain.replaceAll(/[_-]+/g, " ").replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 "));
}

function foundIn(plain: string): string | null {
  for (const order of orders) {
    const [found] = order.exec(plain) ?? [];
    if (found !== undefined) return found.slice(0, mostQuoted);
  }
  return null;
}
