import type { ToolAnnotations } from "./tool-annotations.ts";

/** How much harm a tool can do, from L0 (reads only) to L5 (destroys). Files and requests say L3, sentences 3 of 5. */
export const risks = [0, 1, 2, 3, 4, 5] as const;
export type Risk = (typeof risks)[number];

/** The least level of high risk, where the owner set it: the card needs more than a click. */
export const leastHighRisk: Risk = 4;

export const riskNames = ["L0", "L1", "L2", "L3", "L4", "L5"] as const;
export type RiskName = (typeof riskNames)[number];

export function riskNamed(name: RiskName): Risk {
  return risks[riskNames.indexOf(name)] ?? 5;
}

/** The facts that decide a risk. Of a server's own claims, only those against it count, unless it is trusted. */
export type RiskFacts = {
  /** The tool's name as its server says it. */
  name: string;
  /** Whether there is a description for a person to judge by. */
  described: boolean;
  annotations: ToolAnnotations;
  trusted: boolean;
  /** `local`: a program on this computer, or our own code. Addresses on the web are `https` or `http`. */
  transport: "local" | "https" | "http";
  /** Whether calls carry credentials that the server could check. */
  authenticated: boolean;
};

/** Why a risk is what it is: `app` is said of our own tools, whose risk stands in their code. */
export type RiskReason =
  | "app"
  | "name"
  | "reads"
  | "mayChange"
  | "destroys"
  | "reachesOut"
  | "untrusted"
  | "unencrypted"
  | "noCredentials"
  | "undescribed"
  | "idempotent";

/**
 * Verbs of harm that nobody can undo (S0.46: where a risk comes from), at the beginning or the end of a name:
 * `delete_file`, `dropTable`, `file.delete`.
 */
const verb = "(?:delete|drop|purge|wipe|remove|force_?push)";
const begins = new RegExp(`(?:^|[./])${verb}(?:[_.-]|$)`, "i");
const ends = new RegExp(`[_./-]${verb}$`, "i");
const runsOn = /(?:^|[./])(?:delete|drop|purge|wipe|remove|forcePush)[A-Z]/;

/** Whether a tool's name says that it destroys something. */
export function soundsDestructive(name: string): boolean {
  return begins.test(name) || ends.test(name) || runsOn.test(name);
}

/**
 * The risk of a tool by the known facts (S0.46: where a risk comes from), with a reason for each step. L0
 * is only what a trusted server calls read-only: exactly the tools that run silently by default (S0.6).
 */
export function assessRisk(facts: RiskFacts): { risk: Risk; because: RiskReason[] } {
  const { annotations, trusted } = facts;
  if (soundsDestructive(facts.name)) return { risk: 5, because: ["name"] };
  if (trusted && says(annotations, "readOnlyHint") && !says(annotations, "destructiveHint"))
    return { risk: 0, because: ["reads"] };
  const steps: [boolean, number, RiskReason][] = [
    [true, 1, "mayChange"],
    [says(annotations, "destructiveHint"), 2, "destroys"],
    [says(annotations, "openWorldHint"), 1, "reachesOut"],
    [!trusted, 1, "untrusted"],
    [facts.transport === "http", 1, "unencrypted"],
    [facts.transport !== "local" && !facts.authenticated, 1, "noCredentials"],
    [!facts.described, 1, "undescribed"],
    [trusted && says(annotations, "idempotentHint"), -1, "idempotent"],
  ];
  const taken = steps.filter(([applies]) => applies);
  const sum = taken.reduce((total, [, points]) => total + points, 0);
  return { risk: atMost5(Math.max(1, sum)), because: taken.map(([, , why]) => why) };
}

export function riskOf(facts: RiskFacts): Risk {
  return assessRisk(facts).risk;
}

/** Whether a tool of this risk asks by default (S0.6: only L0 is silent). */
export function asksAt(risk: Risk): boolean {
  return risk > 0;
}

/**
 * The risk that remains where a person must approve (S0.8: a person lowers the shown risk): one level less, never below
 * L1. A tool with hidden characters in its texts gets no such credit. Only for display: policies go by the full risk.
 */
export function composedRisk(risk: Risk, { asks, hidden }: { asks: boolean; hidden: boolean }): Risk {
  return asks && !hidden && risk > 1 ? atMost5(risk - 1) : risk;
}

function atMost5(points: number): Risk {
  return risks.findLast((risk) => risk <= points) ?? 0;
}

/** Own property and exactly `true`: a text "true" or an inherited key is no claim. */
function says(annotations: ToolAnnotations, hint: keyof ToolAnnotations): boolean {
  return Object.hasOwn(annotations, hint) && annotations[hint] === true;
}
