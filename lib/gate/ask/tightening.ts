import type { StoredSubject } from "#lib/approvals/subjects/stored-subject.ts";
import { isStillEnough, stricterWho, type Who } from "#lib/people/who.ts";
import { grantsOffered, type Grantable } from "#lib/grants/grantable.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { grantableOf } from "#lib/gate/grants/grant-use-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { storedSubjectOf, whoMayAnswer } from "#lib/gate/contract/stored-approval.ts";

/** A question as strict as it was asked and as its tool is watched now, whichever is stricter. */
export type Tightening = {
  risk: Risk;
  who: Who;
  stored: StoredSubject;
  /** What became stricter, a sentence each; none where nothing did. */
  changes: string[];
  /** Whether the question says more now than whoever answered it before was shown. */
  saysMore: boolean;
  /** Whether others, or more people, must answer it now. */
  asksOthers: boolean;
};

/** A card shows no more than these; the audit trail has them all. */
const mostChanges = 20;

/** Compares a question with its tool as it is now. */
export function tighteningOf(approval: ApprovalRow, tool: Tool): Tightening {
  const stored = storedSubjectOf(approval);
  const former = whoMayAnswer(approval);
  const changes: string[] = [];
  const risk = tool.risk > approval.risk ? tool.risk : approval.risk;
  if (risk > approval.risk) {
    changes.push(`This tool's risk was raised from ${approval.risk} to ${risk} after this card opened.`);
  }
  const { subject } = stored;
  if (subject.kind !== "tool-call") {
    const saysMore = changes.length > 0;
    return { risk, who: former, stored: withChanges(stored, changes), changes, saysMore, asksOthers: false };
  }
  const asksOthers = !isStillEnough(former, tool.who);
  const grantable = grantableOf(tool);
  const offered = grantsOffered(grantable, "card");
  const typing = typedBy(subject, tool, grantable);
  if (typing.changed !== null) changes.push(typing.changed);
  const saysMore = changes.length > 0;
  if (asksOthers) changes.push("Who must approve it was changed after this card opened.");
  const grants = subject.grants?.filter((scope) => offered.includes(scope)) ?? [];
  if (grants.length < (subject.grants?.length ?? 0) && changes.length === 0) {
    changes.push("Less can be granted on this card than when it opened: its tool is watched more closely now.");
  }
  const { highRisk: _, confirmBy: _by, grants: _grants, ...rest } = subject;
  const tightened = { ...rest, ...typing.subject, ...(grants.length === 0 ? {} : { grants }) };
  return {
    risk,
    who: asksOthers ? stricterWho(former, tool.who) : former,
    stored: withChanges({ ...stored, subject: tightened }, changes),
    changes,
    saysMore,
    asksOthers,
  };
}

type Typing = { highRisk?: Risk; confirmBy?: string };

/** What has to be typed, if the card or the tool asks for it; by the argument that the tool names now. */
function typedBy(asked: Typing, tool: Tool, { high }: Grantable): { subject: Typing; changed: string | null } {
  const { highRisk, confirmBy } = asked;
  const former = { ...(highRisk === undefined ? {} : { highRisk }), ...(confirmBy === undefined ? {} : { confirmBy }) };
  if (!high) return { subject: former, changed: null };
  const argument = tool.confirmBy ?? confirmBy;
  const subject = {
    highRisk: highRisk === undefined || tool.risk > highRisk ? tool.risk : highRisk,
    ...(argument === undefined ? {} : { confirmBy: argument }),
  };
  if (highRisk === undefined)
    return { subject, changed: "It is of high risk now: to approve it, type what the card asks for." };
  const changed = argument === confirmBy ? null : "What has to be typed to approve it was changed.";
  return { subject, changed };
}

function withChanges(stored: StoredSubject, changes: readonly string[]): StoredSubject {
  if (changes.length === 0) return stored;
  return { ...stored, changes: [...(stored.changes ?? []), ...changes].slice(-mostChanges) };
}

/** Why what a person approved is not enough for its tool as it is now; null when it is. */
export function askedForMore(approval: ApprovalRow, tool: Tool): "answerers-changed" | "watched-more-closely" | null {
  const { saysMore, asksOthers } = tighteningOf(approval, tool);
  return asksOthers ? "answerers-changed" : saysMore ? "watched-more-closely" : null;
}
