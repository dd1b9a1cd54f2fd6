import type { JsonObject } from "#lib/untrusted/json.ts";

/** `wait`: nothing is decided yet, so ask again. Whatever is not `allow` lets nothing run. */
export type AskAnswer = {
  id: string | null;
  decision: "allow" | "deny" | "wait";
  reason: string;
  /** What may run, where a person changed it. */
  arguments?: JsonObject;
};

export function undecided(id: string): AskAnswer {
  return { id, decision: "wait", reason: "Nobody has answered yet." };
}

export function denied(id: string | null, reason: string): AskAnswer {
  return { id, decision: "deny", reason };
}

/** Of an ask that this key did not make. */
export const unknownAsk = denied(null, "This key asked nothing of this id.");
