import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/**
 * Next looks through all values of the address for each of its names, through the whole rest of a place in the app at
 * each of its levels, and for robots from each letter of what a browser calls itself: what strangers send would take it
 * seconds (THREATS G8: inputs that cost much). Our pages send a few of each, and browsers a few hundred letters.
 */
const mostValues = 100;
const mostBrackets = 200;
const longestAgent = 1_000;

/**
 * Whether Next finds its way by path and headers of a request; it answers 500 to what it cannot, by this very check. Nor may
 * the address contain U+0000: its parts are compared with texts in the store.
 */
export function canNextRead({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): boolean {
  const place = headers["next-router-state-tree"];
  if ((headers["user-agent"] ?? "").length > longestAgent || url.includes("%00")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    if (count(url, "&") > mostValues || count(decodeURIComponent(String(place ?? "")), "[", "{") > mostBrackets)
      return false;
    parseAndValidateFlightRouterState(place);
    return true;
  } catch {
    return false;
  }
}

function count(text: string, ...characters: string[]): number {
  return characters.reduce((sum, character) => sum + text.split(character).length - 1, 0);
}
