import { parseDirectCalls } from "./direct-call.ts";
import { fileOfWish, fileRequests } from "./files.ts";
import { noteRequests } from "./notes.ts";
import { orderRequests } from "./orders.ts";
import type { Context, Reader, Wish } from "./wish.ts";

/**
 * Every kind of request that the demo model knows, tried in this order. A new kind is one reader in one of these lists.
 */
const readers: Reader[] = [...noteRequests, ...fileRequests, ...orderRequests];

/** Steps run one after another, the wishes of one step at once. */
export type Plan = { steps: [Wish, ...Wish[]][] };

/**
 * Parses a request: lines are independent of each other, "and then" waits for the part before. A plan understands all
 * of the request or nothing: `unclear` is the part that it could not parse.
 */
export function planOf(request: string, earlier: string[], today: Date): Plan | { unclear: string } {
  const context = { lastFile: lastFileIn(earlier, today), today };
  const chains: Wish[][] = [];
  for (const line of linesOf(request)) {
    const chain = chainOf(line, context);
    if ("unclear" in chain) return chain;
    chains.push(chain.wishes);
  }
  if (chains.length === 0) return { unclear: request };
  const steps: Plan["steps"] = [];
  for (let step = 0; ; step += 1) {
    const [first, ...others] = chains.flatMap((chain) => chain[step] ?? []);
    if (!first) return { steps };
    steps.push([first, ...others]);
  }
}

/** Each request is read with all before it. */
const mostTriedAgain = 20;

/** The last earlier request that asked for something, for "try again". */
export function lastRequest(earlier: string[], today: Date): { request: string; earlier: string[] } | null {
  const oldest = Math.max(0, earlier.length - mostTriedAgain);
  for (let at = earlier.length - 1; at >= oldest; at -= 1) {
    const request = earlier[at] ?? "";
    if (!("unclear" in planOf(request, earlier.slice(0, at), today))) return { request, earlier: earlier.slice(0, at) };
  }
  return null;
}

function chainOf(line: string, context: Context): { wishes: Wish[] } | { unclear: string } {
  const direct = parseDirectCalls(line);
  if (direct !== null) return direct;
  const sequence = inSequence(line.split(/(?:[,;]|(?<!\s))\s+and then\s+|[,;]\s*then\s+/i), context);
  if (!("unclear" in sequence)) return sequence;
  const whole = inSequence([line], context);
  if (!("unclear" in whole)) return whole;
  const pair = inSequence(line.split(/(?<!\s)\s+and\s+/i), context);
  return "unclear" in pair ? sequence : pair;
}

function inSequence(parts: string[], context: Context): { wishes: Wish[] } | { unclear: string } {
  const wishes: Wish[] = [];
  let { lastFile } = context;
  for (const part of parts) {
    const text = plain(part);
    const wish = readers.reduce<Wish | null>((found, read) => found ?? read(text, { ...context, lastFile }), null);
    if (wish === null) return { unclear: part.trim() };
    wishes.push(wish);
    lastFile = fileOfWish(wish) ?? lastFile;
  }
  return { wishes };
}

function lastFileIn(earlier: string[], today: Date): string | null {
  let lastFile: string | null = null;
  for (const line of earlier.flatMap(linesOf)) {
    const chain = chainOf(line, { lastFile, today });
    if ("unclear" in chain) continue;
    lastFile = chain.wishes.map(fileOfWish).findLast((file) => file !== null) ?? lastFile;
  }
  return lastFile;
}

/** Splits into lines, except inside the JSON of a direct call. */
function linesOf(request: string): string[] {
  const lines: string[] = [];
  let depth = 0;
  for (const line of request.split("\n")) {
    if (depth > 0) lines.push(`${lines.pop() ?? ""}\n${line}`);
    else if (line.trim() !== "") lines.push(line);
    else continue;
    // Strings may hold braces, so quoted text does not count.
    const bare = line.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/g, "");
    depth = Math.max(0, depth + (bare.match(/\{/g)?.length ?? 0) - (bare.match(/\}/g)?.length ?? 0));
  }
  return lines;
}

/** Strips list marks, politeness and closing punctuation. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, "")
    .replace(
      /^(?:(?:hi|hello|hey|now|ok|okay|please|kindly|can you|could you|would you|will you|i want you to|i would like you to)[,!]?\s+)+/i,
      "",
    )
    .replace(/(?<![\s.!?])[\s.!?]+$/, "")
    .replace(/(?:,|(?<!\s))\s+please$/i, "")
    .trim();
}
