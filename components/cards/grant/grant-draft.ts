import { mostGrants, unitsOf, type AskedGrant, type GrantScope } from "#lib/grants/grant.ts";
import { celOfSimple, type Comparison } from "#lib/grants/simple-condition.ts";
import { grantSentence, type GrantedTool } from "#lib/grants/grant-sentence.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { argumentRows } from "#lib/approvals/argument-rows.ts";
import { sayIn } from "#lib/words/say.ts";
import type { Speech } from "#lib/words/speech.ts";
import { cardWords } from "#components/cards/words.en.ts";
import { untilInWords } from "./until-in-words.ts";

/** The form of a grant as it is being filled in. A limit that is null is off; texts are as typed. */
export type GrantDraft = {
  scope: "once" | GrantScope;
  maxUses: string | null;
  /** Local time, as a date-time input holds it. */
  until: string | null;
  budget: { argument: string; total: string } | null;
  when: { argument: string; is: Comparison; value: string } | null;
};

export const noGrant: GrantDraft = { scope: "once", maxUses: null, until: null, budget: null, when: null };

/** The result of the form: nothing to grant, an error, or a grant and the sentence that is signed. */
export type ReadGrant = { once: true } | { problem: string } | { asked: AskedGrant; sentence: string };

const hourMs = 3_600_000;

/** `now` is the reader's clock; the server checks the end by its own. */
export function readGrant(draft: GrantDraft, tool: GrantedTool, now: number, speech: Speech): ReadGrant {
  const say = sayIn(speech, cardWords);
  const { scope } = draft;
  if (scope === "once") return { once: true };
  const asked: AskedGrant = { reach: scope === "call" || scope === "chat" ? scope : "everywhere" };
  let end = scope === "hour" ? say("forOneHour") : null;
  if (scope === "hour") asked.forMs = hourMs;
  else if (draft.until !== null) {
    const at = new Date(draft.until).getTime();
    if (Number.isNaN(at)) return { problem: say("sayUntilWhen") };
    if (at <= now) return { problem: say("endsInTheFuture") };
    if (at > now + mostGrants.forMs) return { problem: say("endsWithin30Days") };
    asked.until = new Date(at).toISOString();
    end = untilInWords(at, now, speech);
  }
  if (draft.maxUses !== null) {
    const calls = numberIn(draft.maxUses);
    if (!Number.isInteger(calls) || calls < 1 || calls > mostGrants.uses)
      return { problem: say("allowBetween", { most: mostGrants.uses }) };
    asked.maxUses = calls;
  }
  // "Only this call" fixes all arguments: there is nothing to limit in them.
  if (draft.budget !== null && scope !== "call") {
    const total = numberIn(draft.budget.total);
    if (unitsOf(total) === null || total > mostGrants.total)
      return { problem: say("totalAboveZero", { most: mostGrants.total }) };
    asked.budget = { argument: draft.budget.argument, total };
  }
  if (draft.when !== null && scope !== "call") {
    const when = conditionOf(draft.when);
    if (when === null) return { problem: say("sayWhatCompares") };
    asked.when = when;
  }
  const { reach, maxUses = null, budget = null, when = null } = asked;
  return { asked, sentence: grantSentence(tool, { reach, maxUses, budget, when }, end, speech) };
}

function conditionOf({ argument, is, value }: NonNullable<GrantDraft["when"]>): string | null {
  if (value === "") return null;
  if (is !== "is at most") return celOfSimple({ argument, is, value });
  const most = numberIn(value);
  return Number.isNaN(most) ? null : celOfSimple({ argument, is, value: most });
}

function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/** The arguments that a limit can be put on, in the order of the form: texts for conditions, numbers for totals too. */
export function limitable(args: JsonObject, schema: JsonObject): { texts: string[]; numbers: string[] } {
  const rows = argumentRows(args, schema);
  const keys = (kind: "string" | "number") => rows.flatMap(({ key, value }) => (typeof value === kind ? [key] : []));
  return { texts: keys("string"), numbers: keys("number") };
}

/** A first condition that this call meets: the same folder, or no more than this. */
export function conditionToBegin(args: JsonObject, argument: string): NonNullable<GrantDraft["when"]> {
  const value = args[argument];
  if (typeof value === "number") return { argument, is: "is at most", value: String(value) };
  const text = typeof value === "string" ? value : "";
  const folder = text.slice(0, text.lastIndexOf("/") + 1);
  return folder === "" ? { argument, is: "is", value: text } : { argument, is: "starts with", value: folder };
}
