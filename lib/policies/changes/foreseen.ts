import type { OrderLine } from "#lib/policies/judge.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Who } from "#lib/people/who.ts";
import type { Caller } from "#lib/verdict/caller.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { Risk } from "#lib/verdict/risk.ts";

/** What would become of a call: it runs, asks the person whose chat it is, asks others, or is refused. */
type WouldBe = "runs" | "asks-you" | "asks-others" | "refused";

/** Where people change what decided. */
export type Control =
  | { kind: "shadow" | "policy" | "grant" | "offer" }
  | { kind: "rule"; ruleId: string; isOfApp: boolean }
  | { kind: "code"; file: string }
  | { kind: "settings"; of: readonly ("trust" | "flag" | "risk")[] };

/** The answer to "will it ask?", with the first line of the order that decides. */
export type Foreseen = {
  wouldBe: WouldBe;
  /** `not-offered`: the caller has no such tool, so nothing is judged. */
  line: OrderLine | "not-offered";
  /** What a card, or the model, reads. */
  reason: string;
  control: Control;
  /** Who is asked; null where nobody is. */
  who: Who | null;
  /** Why nobody here could approve it, in a sentence; null usually. */
  neverApproved: string | null;
};

export type ForeseenTool = {
  wireName: string;
  name: string;
  title: string;
  server: { id: string; title: string; trusted: boolean; isBuiltIn: boolean };
  flag: ApprovalFlag;
  risk: Risk;
  inputSchema: JsonObject;
  /** Whatever its arguments are. */
  answer: Foreseen;
  /** What may change the answer for some arguments. */
  depends: {
    /** How many rules with a condition. */
    rules: number;
    /** The same, in words, for people who manage tools. */
    words: string[];
    /** A limited grant of the person. */
    grants: boolean;
    /** Code of the owner. */
    code: boolean;
  };
};

export type Foresight = {
  /** Who may call in this person's name, to choose from. */
  callers: { caller: Caller; name: string }[];
  caller: Caller;
  tools: ForeseenTool[];
};
