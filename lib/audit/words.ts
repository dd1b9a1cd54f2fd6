import { fileWords } from "#lib/results/result-file.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { unansweredBecause } from "#lib/approvals/outcome-words.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { outcomeWordsIn } from "#lib/policies/outcome-words-in.ts";
import { reasonIn } from "#lib/policies/rule-words-in.ts";
import { reword } from "#lib/words/reword.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import type { AuditEvent } from "./events.ts";
import { peopleTopic, peopleWords } from "./people-words.ts";
import { provedWords } from "./proved-words.ts";
import { type Telling, told, toldYes } from "./telling.ts";
import { toolKinds, toolWords } from "./tool-words.ts";
import { trailWords } from "./words.en.ts";

type EventOf<Kind> = Extract<AuditEvent, { kind: Kind }>;

/** Whose call it is, where it did not come from the chat. */
function callerIn(caller: string | undefined): { caller: string; name: string } {
  const [, kind = "", key = ""] = /^(gateway|asks|app):(.*)$/s.exec(caller ?? "") ?? [];
  return { caller: kind, name: oneLine(key) };
}

/** For what anybody who may answer does. The record belongs to the person whose call it is. */
function byWhom({ by, name }: { by?: string; name?: string }, { say }: Telling) {
  return { named: toldYes(by !== undefined), name: name === undefined ? say("somebodyElse") : oneLine(name) };
}

/** One line for each kind; a new kind does not compile without one. */
const words: { [Kind in AuditEvent["kind"]]: (event: EventOf<Kind>, telling: Telling) => string } = {
  ...toolWords,
  "verdict-given": ({ verdict, reason, ruleId, caller }, { say, speech }) =>
    say("verdict", {
      verdict,
      ...callerIn(caller),
      reason: reasonIn(speech, { ruleId: ruleId ?? "", reason }),
    }),
  "approval-opened": ({ subject }, { say }) => say(subject === "tool-call" ? "askedForApproval" : "serverAsked"),
  "approval-decided": ({ action, via, edited, noted, typed, proved, bound, name = "" }, { say }) =>
    [
      say("decided", { action, via, named: toldYes(name !== ""), name }),
      proved === undefined ? "" : provedWords(proved, say),
      typed ? say("afterTyping") : "",
      edited ? say("withOtherArguments") : "",
      noted ? say("withANote") : "",
      bound === undefined ? "" : say("onlyForWhatWasRead"),
    ]
      .filter((part) => part !== "")
      .join(", "),
  "approval-attested": ({ action, client, name = "" }, { say }) =>
    say("attested", { action, client: oneLine(client), named: toldYes(name !== ""), name: oneLine(name) }),
  "approval-signed": ({ via, signed, needed, noted, typed, proved, name }, { say }) =>
    [
      say("signed", { name, via, signed, needed }),
      proved === undefined ? "" : provedWords(proved, say),
      typed ? say("afterTyping") : "",
      noted ? say("withANote") : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  "approval-tightened": ({ changes, dropped = 0 }, { say, reword }) =>
    say("tightened", { changes: changes.map(reword).join(" "), dropped }),
  "approval-ended": ({ status, endedBy }, { say, speech }) =>
    say("ended", { status, because: sayIn(speech, approvalWords)(unansweredBecause[endedBy]) }),
  "approval-extended": ({ extensions, ...who }, telling) =>
    telling.say("extended", { extensions, ...byWhom(who, telling) }),
  "explanation-asked": (who, telling) => telling.say("explanationAsked", byWhom(who, telling)),
  "preview-read": ({ tool }, { say }) => say("previewRead", { tool: oneLine(tool) }),
  "preview-computed": ({ of, failed, ...who }, telling) =>
    telling.say("previewComputed", { of, failed: toldYes(failed), ...byWhom(who, telling) }),
  "call-delegated": ({ agent }, { say }) => say("delegated", { agent }),
  // The sentence for the model, which says that the call was not run.
  "call-refused": ({ reason }, { speech }) => outcomeWordsIn(speech, reason),
  "call-cleared": ({ by }, { say }) => say("cleared", { by }),
  "call-started": ({ tool }, { say }) => say("started", { elsewhere: toldYes(isAgentServer(tool)) }),
  "call-repeated": (_, { say }) => say("repeated"),
  "call-asked-for": (_, { say }) => say("askedForTask"),
  "call-finished": ({ outcome, files = [] }, { say }) =>
    [say("finished", { outcome }), ...files.map((file) => say("withFile", { file: fileWords(file, ", ") }))].join("; "),
  "call-reported": ({ outcome }, { say }) => say("reported", { outcome }),
  "call-unknown": ({ reason }, { say, speech }) => say("unknownOutcome", { reason: outcomeWordsIn(speech, reason) }),
  "policy-changed": ({ file, how }, { say }) => say("policyChanged", { file, how: told(how) }),
  "policy-waiting": ({ file, loosens }, { say, reword }) =>
    say("policyWaiting", { file, loosens: loosens.map(reword).join(" ") }),
  "policy-refused": ({ file, problem }, { say, speech }) => {
    const each = problem.split(/(?<=\.) (?=\S+, line \d+: )/);
    return say("policyRefused", { file, problem: each.map((line) => outcomeWordsIn(speech, line)).join(" ") });
  },
  "policy-not-followed": ({ file, problem }, { say, reword }) =>
    say("policyNotFollowed", { file, problem: reword(problem) }),
  "policy-followed": ({ file }, { say }) => say("policyFollowed", { file }),
  "policy-confirmed": ({ file }, { say }) => say("policyConfirmed", { file }),
  "policy-kept": ({ file, by }, { say }) => say("policyKept", { file, by }),
  "rule-added": ({ id, verdict, hides }, { say }) => say("ruleAdded", { id, verdict, hides: toldYes(hides === true) }),
  "rule-removed": ({ id, verdict }, { say }) => say("ruleRemoved", { id, verdict }),
  "suggestion-dismissed": ({ tool }, { say }) => say("suggestionDismissed", { tool }),
  "tool-policy-set": (_, { say }) => say("toolListsSet"),
  "tool-policy-removed": (_, { say }) => say("toolListsRemoved"),
  "shadow-mode-switched": ({ on, of }, { say }) => say("shadowMode", { on: toldYes(on), of }),
  "chat-shown-switched": ({ on, of }, { say }) => say("chatShown", { on: toldYes(on), of: told(of) }),
  "grant-given": ({ sentence }, { say }) => say("grantGiven", { sentence }),
  "grant-used": ({ uses, tool }, { say }) => say("grantUsed", { uses, elsewhere: toldYes(isAgentServer(tool)) }),
  "grant-revoked": ({ tool }, { say }) => say("grantRevoked", { tool }),
  "grant-ended": ({ because, tool }, { say }) => say("grantEnded", { because: told(because), tool }),
  "session-claimed": ({ by }, { say }) => say("claimed", { by: told(by) }),
  "link-made": (_, { say }) => say("linkMade"),
  "key-created": ({ name, scopes, attests, tools, host }, { say }) =>
    say("keyCreated", {
      signedIn: toldYes(host !== undefined),
      host: host ?? "",
      name,
      scopes: scopes.join(", "),
      limited: toldYes(tools !== undefined),
      tools: tools ?? 0,
      attesting: toldYes(attests !== undefined),
      attests: attests ?? 0,
    }),
  "key-narrowed": ({ name, tools }, { say }) => say("keyNarrowed", { name, tools }),
  "key-revoked": ({ name, why }, { say }) => say("keyRevoked", { name, why: told(why ?? "person") }),
  "key-restored": ({ name }, { say }) => say("keyRestored", { name }),
  "model-connected": ({ host, isPersonal }, { say }) => say("modelConnected", { host, personal: toldYes(isPersonal) }),
  "model-connection-changed": ({ host, newKey, shown }, { say }) =>
    say("modelChanged", {
      host,
      newKey: toldYes(newKey),
      some: toldYes(shown.length > 0),
      shown: shown.join(", "),
    }),
  "model-disconnected": ({ host }, { say }) => say("modelDisconnected", { host }),
  "default-model-chosen": ({ model }, { say }) =>
    model === null ? say("firstModelAgain") : say("defaultModel", { model }),
  "webhook-added": ({ host, withArguments }, { say }) =>
    say("webhookAdded", { host, withArguments: toldYes(withArguments) }),
  "webhook-removed": ({ host }, { say }) => say("webhookRemoved", { host }),
  "push-subscribed": ({ host }, { say }) => say("pushSubscribed", { host }),
  "push-removed": ({ why }, { say }) => say("pushRemoved", { why: told(why) }),
  ...peopleWords,
};

/** An event in words, in English or the reader's language. An event of a later release is named by its kind. */
export function wordsOf(kind: string, detail: object, speech: Speech = english): string {
  const telling = { say: sayIn(speech, trailWords), reword: (text: string) => reword(speech, text), speech };
  // `record` stored exactly this shape.
  return isKnown(kind) ? tell({ kind, ...detail } as AuditEvent, telling) : kind;
}

function tell<Kind extends AuditEvent["kind"]>(event: EventOf<Kind> & { kind: Kind }, telling: Telling): string {
  return words[event.kind](event, telling);
}

function isKnown(kind: string): kind is AuditEvent["kind"] {
  return Object.hasOwn(words, kind);
}

/** The topics by which a reader may filter. */
export const auditTopics = {
  questions: [
    "approval-opened",
    "approval-signed",
    "approval-decided",
    "approval-attested",
    "approval-tightened",
    "approval-ended",
    "approval-extended",
    "explanation-asked",
    "preview-computed",
    "preview-read",
  ],
  calls: [
    "call-delegated",
    "call-refused",
    "call-cleared",
    "call-started",
    "call-repeated",
    "call-asked-for",
    "call-finished",
    "call-reported",
    "call-unknown",
  ],
  verdicts: ["verdict-given"],
  tools: toolKinds,
  policies: [
    "policy-changed",
    "policy-waiting",
    "policy-refused",
    "policy-not-followed",
    "policy-followed",
    "policy-confirmed",
    "policy-kept",
    "rule-added",
    "rule-removed",
    "suggestion-dismissed",
    "tool-policy-set",
    "tool-policy-removed",
    "shadow-mode-switched",
    "chat-shown-switched",
  ],
  sessions: [
    "session-claimed",
    "link-made",
    "key-created",
    "key-narrowed",
    "key-revoked",
    "key-restored",
    ...peopleTopic,
  ],
  notifications: ["webhook-added", "webhook-removed", "push-subscribed", "push-removed"],
  models: ["model-connected", "model-connection-changed", "model-disconnected", "default-model-chosen"],
  grants: ["grant-given", "grant-used", "grant-revoked", "grant-ended"],
} as const satisfies Record<string, readonly AuditEvent["kind"][]>;

type WithTopic = (typeof auditTopics)[keyof typeof auditTopics][number];

/** Does not compile while some kind of event has no topic. */
export type AuditTopic = AuditEvent["kind"] extends WithTopic ? keyof typeof auditTopics : never;
