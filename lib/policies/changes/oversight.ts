import { type PreviewSetting, previewWords } from "#lib/approvals/preview/preview-setting.ts";
import { may } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import type { Who } from "#lib/people/who.ts";
import { exposureWords, isWiderExposure, type Exposure } from "#lib/verdict/exposure.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";

/** How closely people watch one tool, as it is in force, and the question on its cards (null: the usual one). */
export type Oversight = {
  approval: ApprovalFlag;
  risk: Risk;
  who: Who;
  prompt: string | null;
  exposure: Exposure;
  /** null, or absent: as it comes. */
  preview?: PreviewSetting | null;
};

const strictness: { [Flag in ApprovalFlag]: number } = { never: 0, inherit: 1, always: 2 };

/** Whether the first flag leaves a person less to say than the second. */
export function isLooserFlag(flag: ApprovalFlag, than: ApprovalFlag): boolean {
  return strictness[flag] < strictness[than];
}

/** The stricter of two flags. */
export function stricterFlag(one: ApprovalFlag, other: ApprovalFlag): ApprovalFlag {
  return isLooserFlag(one, other) ? other : one;
}

/**
 * Whether fewer people would suffice under `who` than under `than`, or others than those that `than` wants. Two quorums
 * compare by the people they name; whatever is not plainly as strict counts as looser. Any others are stricter than the
 * person whose chat it is; see `letsOthersIn`.
 */
export function isLooserWho(who: Who, than: Who): boolean {
  if (than.kind === "self") return false;
  if (who.kind === "self") return true;
  // A quorum may name anybody; only reviewers answer as others.
  if (than.kind === "other") return who.kind === "quorum" && !namesReviewersOnly(who);
  if (who.kind === "other") return true;
  return (
    who.needed < than.needed || !isSubset<string>(who.people, than.people) || !isSubset<Role>(who.roles, than.roles)
  );
}

/** As `isLooserWho`, or whether people could now answer for another's call who are no reviewers. */
export function letsOthersIn(who: Who, than: Who): boolean {
  return isLooserWho(who, than) || (than.kind === "self" && who.kind === "quorum" && !namesReviewersOnly(who));
}

function namesReviewersOnly({ people, roles }: Extract<Who, { kind: "quorum" }>): boolean {
  return people.length === 0 && roles.every((role) => may(role, "answer-for-others"));
}

function isSubset<Item>(part: readonly Item[], whole: readonly Item[]): boolean {
  return part.every((item) => whole.includes(item));
}

/**
 * What a change takes away from the protection of a tool, one sentence each; empty when it takes nothing (S0.7). Other
 * words on a card count too, because words decide what people approve.
 */
export function lowerings(tool: string, from: Oversight, to: Oversight): string[] {
  const said: string[] = [];
  if (isLooserFlag(to.approval, from.approval)) {
    said.push(
      to.approval === "never"
        ? `Calls of ${tool} run without asking anybody, unless a policy asks or refuses.`
        : `Calls of ${tool} ask only when a policy says so, no longer every time.`,
    );
  }
  if (to.risk < from.risk) said.push(`The risk of ${tool} goes down from ${from.risk} to ${to.risk}.`);
  if (letsOthersIn(to.who, from.who)) said.push(`Calls of ${tool} may be answered by ${answerers(to.who)}.`);
  if (to.prompt !== from.prompt) {
    said.push(to.prompt === null ? `Cards of ${tool} ask the usual question.` : `Cards of ${tool} ask “${to.prompt}”.`);
  }
  const [was, is] = [previewWords(from.preview ?? null), previewWords(to.preview ?? null)];
  if (was !== is) said.push(`The preview on cards of ${tool} is ${is}.`);
  if (isWiderExposure(to.exposure, from.exposure)) said.push(`${tool} is offered ${exposureWords[to.exposure]}.`);
  return said;
}

/** Who may answer, as the end of a sentence. */
export function answerers(who: Who): string {
  switch (who.kind) {
    case "self":
      return "the person whose chat it is";
    case "other":
      return "a reviewer who is not the person whose chat it is";
    case "quorum": {
      // No role stands in quotes, so that no id reads like one. It reads the same in every language.
      const named = [...who.people.map((id) => `“${id}”`), ...who.roles].join(", ");
      return who.needed === 1 ? `1 person of ${named}` : `${who.needed} different people of ${named}`;
    }
  }
}
