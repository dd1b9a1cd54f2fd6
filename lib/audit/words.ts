import { fileWords } from "#lib/results/result-file.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { unansweredBecause } from "#lib/approvals/outcome-words.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import type { AuditEvent } from "./events.ts";
import { provedWords } from "./proved-words.ts";
import { toolKinds, toolWords } from "./tool-words.ts";
import { peopleTopic, peopleWords } from "./people-words.ts";

type EventOf<Kind> = Extract<AuditEvent, { kind: Kind }>;

const routes = { chat: "in the app", rest: "over the API", key: "by a program with a key", script: "by a script" };
const decided = {
  accept: "Approved",
  decline: "Declined",
  cancel: "Dismissed",
  respond: "Answered in the tool’s place, not run,",
};
const attested = {
  accept: "approved",
  decline: "declined",
  cancel: "dismissed the question",
  respond: "answered in its place",
};
const ruleVerbs = { allow: "allows", ask: "asks", deny: "refuses" };
const clearedBy = {
  policy: "by policy",
  person: "by a person",
  client: "by what a client attested",
  "server-question": "after its server's question",
  grant: "by a grant",
};

const removedBecause = {
  person: "by a person",
  gone: "it takes none any more",
  moved: "somebody else uses it now",
  "signed-out": "its person was signed out everywhere",
};

const finished = { done: "Finished", failed: "Finished with an error", released: "Released to the agent that asked" };

const keyEnded = {
  "password-reset": "ended, because its owner's password was reset",
  disabled: "ended, because its owner was disabled",
  client: "ended, because its client gave it back, or showed a code or token twice",
};

const grantEnded = {
  "used-up": "was used up",
  "definition-changed": "ended, because the tool changed",
  "server-removed": "ended, because its server was removed",
  "asked-by-program": "ended, because a program began to use its chat",
  lapsed: "ran out, because its time had passed",
  "accept-outdated": "ended, because the approval that it was given with did not count",
  "chat-deleted": "ended with its chat, which was deleted",
};

/** Whose call it is, where it did not come from the chat. */
function callerWords(caller: string | undefined): string {
  const [, kind, key = ""] = /^(gateway|asks|app):(.*)$/s.exec(caller ?? "") ?? [];
  if (kind === undefined) return "";
  if (kind === "app") return `, for the app of “${oneLine(key)}”`;
  return kind === "asks" ? `, for an agent with the key “${oneLine(key)}”` : `, for the client “${oneLine(key)}”`;
}

/** For what anybody who may answer does. The record belongs to the person whose call it is. */
function byWhom({ by, name = "somebody else" }: { by?: string; name?: string }): string {
  return by === undefined ? "" : ` by ${oneLine(name)}`;
}

function counted(tools: number): string {
  return tools === 1 ? "one tool" : `${tools} tools`;
}

const previewed = {
  file: "The change to the file was looked at",
  "dry-run": "A dry run was looked at",
  mail: "The mail was looked at",
} as const;

/** One sentence for each kind; a new kind does not compile without one. */
const words: { [Kind in AuditEvent["kind"]]: (event: EventOf<Kind>) => string } = {
  ...toolWords,
  "verdict-given": ({ verdict, reason, caller }) =>
    `${{ allow: "Allowed", ask: "Asks a person", deny: "Refused" }[verdict]}${callerWords(caller)}: ${reason}`,
  "approval-opened": ({ subject }) => (subject === "tool-call" ? "Asked for approval" : "The server asked a question"),
  "approval-decided": ({ action, via, edited, noted, typed, proved, bound, name }) =>
    [
      `${decided[action]} ${name === undefined ? "" : `by ${name} `}${routes[via]}`,
      proved === undefined ? "" : provedWords(proved),
      typed ? "after typing what it is aimed at" : "",
      edited ? "with other arguments" : "",
      noted ? "with a note" : "",
      bound === undefined ? "" : "only for what its preview had read",
    ]
      .filter((part) => part !== "")
      .join(", "),
  "approval-attested": ({ action, client, name }) =>
    `The client “${oneLine(client)}” says that ${name === undefined ? "its user" : `its user ${oneLine(name)}`} ${attested[action]}; nobody here proved it`,
  "approval-signed": ({ via, signed, needed, noted, typed, proved, name }) =>
    `Signed by ${name} ${routes[via]}, ${signed} of ${needed}${proved === undefined ? "" : `, ${provedWords(proved)}`}${typed ? ", after typing what it is aimed at" : ""}${noted ? ", with a note" : ""}`,
  "approval-tightened": ({ changes, dropped = 0 }) =>
    `The card became stricter: ${changes.join(" ")}${dropped === 0 ? "" : ` Signatures that count no more: ${dropped}.`}`,
  "approval-ended": ({ status, endedBy }) =>
    `${status === "expired" ? "Expired" : "Cancelled"}: ${sayIn(english, approvalWords)(unansweredBecause[endedBy])}`,
  "approval-extended": ({ extensions, ...who }) => `Given more time${byWhom(who)}, for the ${ordinal(extensions)} time`,
  "explanation-asked": (who) => `The assistant was asked about it${byWhom(who)}, before an answer`,
  "preview-read": ({ tool }) => `${oneLine(tool)} was called for a preview, which runs nothing else`,
  "preview-computed": ({ of, failed, ...who }) =>
    `${previewed[of]}${byWhom(who)}, before an answer${failed ? "; it failed" : ""}`,
  // The sentence for the model, which says that the call was not run.
  "call-delegated": ({ agent }) => `Given to an agent by ${agent}`,
  "call-refused": ({ reason }) => reason,
  "call-cleared": ({ by }) => `Cleared ${clearedBy[by]}`,
  "call-started": () => "Started",
  "call-repeated": () => "Started again, because nobody knew how it had ended",
  "call-asked-for": () => "Its server works on it as a task: asked for after a restart, not sent again",
  "call-finished": ({ outcome, files = [] }) =>
    [finished[outcome], ...files.map((file) => `with ${fileWords(file, ", ")}`)].join("; "),
  "call-reported": ({ outcome }) => `The agent says that it ${outcome === "done" ? "ran" : "failed"}`,
  "call-unknown": ({ reason }) => `Outcome unknown: ${reason}`,
  "policy-changed": ({ file, how }) =>
    `${file} came into force, ${how === "first-start" ? "as it was at the first start" : "because it only tightens"}`,
  "policy-waiting": ({ file, loosens }) => `${file} waits for the owner: ${loosens.join(" ")}`,
  "policy-refused": ({ file, problem }) => `${file} has errors, so the former stays in force: ${problem}`,
  "policy-not-followed": ({ file, problem }) =>
    `${file} is not followed any more, so what was in force stays in force: ${problem}`,
  "policy-followed": ({ file }) => `${file} is followed again`,
  "policy-confirmed": ({ file }) => `${file} confirmed as it was shown`,
  "policy-kept": ({ file, by }) =>
    by === "person" ? `The former ${file} kept` : `${file} was changed back before anybody confirmed it`,
  "rule-added": ({ id, verdict, hides }) =>
    `Rule "${id}" added, which ${ruleVerbs[verdict]}${hides === true ? " and hides its tools from the model" : ""}`,
  "rule-removed": ({ id, verdict }) => `Rule "${id}" removed, which ${ruleVerbs[verdict]}`,
  "suggestion-dismissed": ({ tool }) => `The suggestion of a rule for ${tool} dismissed`,
  "tool-policy-set": () => "Lists of tools that ask or are refused set",
  "tool-policy-removed": () => "Lists of tools that ask or are refused removed",
  "shadow-mode-switched": ({ on, of }) =>
    `Shadow mode ${of === "chat" ? "of this chat" : "of the whole app"} switched ${on ? "on: nothing runs" : "off"}`,
  "chat-shown-switched": ({ on, of }) =>
    `Words around calls ${of === "chat" ? "of this chat" : "of new chats"} ${on ? "shown to" : "hidden from"} who may answer them`,
  "grant-given": ({ sentence }) => `Granted: ${sentence}`,
  "grant-used": ({ uses }) => `Ran on a grant, its ${ordinal(uses)} use`,
  "grant-revoked": ({ tool }) => `A grant for ${tool} was revoked`,
  "grant-ended": ({ because, tool }) => `A grant for ${tool} ${grantEnded[because]}`,
  "session-claimed": ({ by }) => (by === "link" ? "A browser signed in by a link" : "The first browser signed in"),
  "link-made": () => "A one-time link was made",
  "key-created": ({ name, scopes, attests, tools, host }) =>
    `${host === undefined ? "An API key was made" : `A client of ${host} was let in`}: “${name}”, for ${scopes.join(", ")}${tools === undefined ? "" : `; its client is offered ${counted(tools)}`}${attests === undefined ? "" : `; what its client attests counts up to risk ${attests}`}`,
  "key-narrowed": ({ name, tools }) =>
    `The client of the API key “${name}” is offered only ${counted(tools)} from now on`,
  "key-revoked": ({ name, why }) => `An API key ${why === undefined ? "was revoked" : keyEnded[why]}: “${name}”`,
  "key-restored": ({ name }) => `A client that was revoked was let in again: “${name}”`,
  "model-connected": ({ host, isPersonal }) =>
    `The models of ${host} were connected, for ${isPersonal ? "this person alone" : "everybody"}`,
  "model-connection-changed": ({ host, newKey, shown }) =>
    `The models of ${host} were changed${newKey ? ", with a new key" : ""}; shown: ${shown.join(", ") || "none"}`,
  "model-disconnected": ({ host }) => `The models of ${host} were disconnected`,
  "default-model-chosen": ({ model }) =>
    model === null ? "The first model is the default again" : `The default model is ${model}`,
  "webhook-added": ({ host, withArguments }) =>
    `A webhook to ${host} was added${withArguments ? ", which is sent arguments" : ""}`,
  "webhook-removed": ({ host }) => `The webhook to ${host} was removed`,
  "push-subscribed": ({ host }) => `A browser was put on the list for push notifications, by ${host}`,
  "push-removed": ({ why }) => `A browser was taken off the list for push notifications: ${removedBecause[why]}`,
  ...peopleWords,
};

/** An event in words. An event of a later release is named by its kind. */
export function wordsOf(kind: string, detail: object): string {
  // `record` stored exactly this shape.
  return isKnown(kind) ? say({ kind, ...detail } as AuditEvent) : kind;
}

function say<Kind extends AuditEvent["kind"]>(event: EventOf<Kind> & { kind: Kind }): string {
  return words[event.kind](event);
}

function isKnown(kind: string): kind is AuditEvent["kind"] {
  return Object.hasOwn(words, kind);
}

function ordinal(count: number): string {
  return `${count}${{ 1: "st", 2: "nd", 3: "rd" }[count] ?? "th"}`;
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
