import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Role } from "#lib/people/role.ts";
import type { Caller } from "./caller.ts";
import type { Risk } from "./risk.ts";
import type { ToolAnnotations } from "./tool-annotations.ts";

/** Configured flag of a tool: `inherit` leaves the decision to the policy. */
export type ApprovalFlag = "inherit" | "always" | "never";

/** The judgement on one tool call (S3.2: verdicts). `reason` is a sentence shown to people. */
export type Verdict = {
  verdict: "allow" | "ask" | "deny";
  reason: string;
  ruleId: string;
  metadata: JsonObject;
};

type Grounds = { ruleId: string; reason: string; metadata?: JsonObject };

/** The three verdicts (S3.2, S3.3: ready-made verdicts): the call runs, a person is asked, the call is refused. */
export function allow(grounds: Grounds): Verdict {
  return { verdict: "allow", metadata: {}, ...grounds };
}

export function ask(grounds: Grounds): Verdict {
  return { verdict: "ask", metadata: {}, ...grounds };
}

export function deny(grounds: Grounds): Verdict {
  return { verdict: "deny", metadata: {}, ...grounds };
}

/** What policies may know of a tool call. Annotations are hints; they count only when the server is trusted. */
export type CallToJudge = {
  server: { id: string; trusted: boolean };
  tool: {
    name: string;
    flag: ApprovalFlag;
    annotations: ToolAnnotations;
    /** The full risk, whether or not a person approves each call (row 19). */
    risk: Risk;
  };
  arguments: JsonObject;
  /** The chat's own person. `email` is null without sign-in. */
  person: { id: string; name: string; email: string | null; role: Role };
  chat: { id: string };
  caller: Caller;
  /** Names of the agents between the chat and the call, outermost first. */
  agents: readonly string[];
};
