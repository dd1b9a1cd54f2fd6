import type { GrantScope } from "./grant.ts";
import type { Who } from "#lib/people/who.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";

/** The facts that decide which standing grants a person may give for a tool. */
export type Grantable = {
  flag: ApprovalFlag;
  who: Who;
  risk: Risk;
  /** Whether its cards show a high risk: the owner set it so. */
  high: boolean;
  /** Whether it delegates to another agent, whose own calls ask for themselves. */
  delegates: boolean;
  /** Whether an agent elsewhere runs it, which says itself who it is: a grant then holds in its session alone. */
  elsewhere: boolean;
};

/** From this level on, no grant without an end (L4–L5). */
const neverAlways: Risk = 4;
/** From this level on, a grant without an end is not offered on a card, only in the settings. */
const medium: Risk = 2;

/**
 * The grants that a card, or the settings, may offer for a tool, narrowest first. None where every call must reach a
 * person (row 4: always asks), where somebody else must answer, and for high risk (THREATS A11: grants as wide as
 * given).
 */
export function grantsOffered(
  { flag, who, risk, high, delegates, elsewhere }: Grantable,
  place: "card" | "settings",
): GrantScope[] {
  if (high || delegates || flag === "always" || who.kind !== "self") return [];
  if (elsewhere) return ["call", "chat"];
  const always = place === "card" ? risk < medium : risk < neverAlways;
  return ["call", "chat", "hour", ...(always ? (["always"] as const) : [])];
}

/** Whether such a grant still covers the present tool: never when its risk is higher than when it was granted. */
export function stillGranted(tool: Grantable, given: { scope: GrantScope; risk: Risk | null }): boolean {
  return grantsOffered(tool, "settings").includes(given.scope) && (given.risk === null || tool.risk <= given.risk);
}

/** Why such a grant cannot be given, in a sentence. */
export function whyNotGranted({ flag, who, risk, high, delegates, elsewhere }: Grantable, scope: GrantScope): string {
  if (flag === "always") return "The owner set this tool to ask every time, so it cannot be granted.";
  if (who.kind !== "self") return "Others answer for this tool, so it cannot be granted.";
  if (delegates) return "Handing work to another agent cannot be granted.";
  if (high) return "This tool is of high risk: every call needs a person.";
  if (elsewhere) return "An agent says itself who it is, so a grant for its tools holds in its session only.";
  if (scope === "always" && risk >= neverAlways) return `A tool of risk ${risk} cannot be allowed for good.`;
  return "For a tool of this risk a grant without an end is given in Settings, under Grants.";
}
