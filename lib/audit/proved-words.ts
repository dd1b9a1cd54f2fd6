import type { Proved } from "#lib/approvals/proof.ts";
import { told } from "./telling.ts";
import type { TrailSay } from "./words.en.ts";

/** How somebody had proved who they are, as part of a line. */
export function provedWords({ by, agoMs }: Proved, say: TrailSay): string {
  if (by === null) return say("provedUnrecorded");
  const when = by === "key" ? "never" : agoMs === null ? "unknown" : "known";
  const ago = agoMs === null ? "" : agoWords(agoMs, say);
  // Nothing was proved: the first visitor owns the instance.
  return by === "first-visit" ? say("firstVisit", { when, ago }) : say("proved", { by: told(by), when, ago });
}

const units: [unit: "day" | "hour" | "minute", ms: number][] = [
  ["day", 24 * 60 * 60 * 1000],
  ["hour", 60 * 60 * 1000],
  ["minute", 60 * 1000],
];

/** "3 minutes before"; under a minute it is "just before". */
export function agoWords(ms: number, say: TrailSay): string {
  for (const [unit, each] of units) {
    const count = Math.floor(ms / each);
    if (count > 0) return say("ago", { unit, count });
  }
  return say("ago", { unit: "none", count: 0 });
}
