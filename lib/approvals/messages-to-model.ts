import type { Decision, EndedBy } from "./decision.ts";
import type { ApprovalStatus } from "./states.ts";

/** Everything the gate tells a model about a call, beside the tool's own result. */
export type MessageToModel =
  /** A question about the call ended without an approval. */
  | { kind: "not-accepted"; status: ApprovalStatus; decision: Decision }
  | { kind: "denied-by-policy"; reason: string }
  /** No person can be reached from where the call was made. */
  | { kind: "not-askable" }
  /** The person declined the same call before in this turn, or the same tool too often. */
  | { kind: "already-declined" }
  /** The same of a call without a turn, which the person declined a moment ago. */
  | { kind: "declined-lately"; minutes: number }
  /** The person declined so many calls of this turn that they are asked what they want instead. */
  | { kind: "declined-too-often"; times: number }
  | { kind: "too-many-asks"; within: "turn" | "hour" }
  /** The same call was made so often in this turn. */
  | { kind: "repeated"; times: number }
  | { kind: "invalid-arguments"; problems: string }
  /** `problem`: why its server offers nothing, where that is the cause and is known. */
  | { kind: "tool-unavailable"; toolName: string; problem?: string | null }
  | { kind: "definition-changed"; toolName: string }
  /** Meanwhile other people must approve calls of the tool. */
  | { kind: "answerers-changed"; toolName: string }
  /** Its risk, or the words to type for it, changed after it was approved. */
  | { kind: "watched-more-closely"; toolName: string }
  /** The stored call does not match its digest. */
  | { kind: "not-as-approved" }
  | { kind: "not-sent"; problem: string }
  | { kind: "unknown"; problem: string }
  /** The call had started, its server asked the person something, and no answer will come. */
  | { kind: "question-ended"; decision: Decision }
  /** The server does not begin before a page is opened, and it was not. */
  | { kind: "link-not-opened"; status: ApprovalStatus; decision: Decision | null }
  | { kind: "not-signed-in"; status: ApprovalStatus; decision: Decision | null }
  /** Stands before the tool's result. `argumentsJson` is what ran. */
  | { kind: "edited"; by: string; argumentsJson: string }
  /** Stands before the tool's result: what the person wrote while approving. */
  | { kind: "noted"; by: string; note: string };

/**
 * The one catalogue of these texts. Each says what became of the call in the world, who truly decided (never "the user"
 * for a rule or a clock), and whether to try again. Words of people and servers stand in JSON quotes, so that nobody
 * takes them for the app's own.
 */
export function messageToModel<Kind extends MessageToModel["kind"]>(message: MessageOf<Kind> & { kind: Kind }): string {
  return texts[message.kind](message);
}

type MessageOf<Kind> = Extract<MessageToModel, { kind: Kind }>;

const leaveIt = "Do not call it again for this request, in this or another way, unless the user asks for it.";
const tellThem = "Tell the user; do not call it again for this request unless the user asks for it.";

const withins = { turn: "in this turn", hour: "within the last hour" };

const texts: { [Kind in MessageToModel["kind"]]: (message: MessageOf<Kind>) => string } = {
  "not-accepted": ({ status, decision }) => notAccepted[status](decision),
  "denied-by-policy": ({ reason }) =>
    `Tool execution denied by policy: ${reason} It was not run. A rule decided this, not the user. ${tellThem}`,
  "not-askable": () =>
    `This tool call was not run: it needs a person's approval and nobody could be asked. ${tellThem}`,
  "already-declined": () =>
    `This tool call was not run and the user was not asked again: they already declined it in this turn. ${leaveIt}`,
  "declined-lately": ({ minutes }) =>
    `This tool call was not run and the user was not asked again: they declined exactly this call less than ${minutes} ` +
    `minutes ago. ${leaveIt}`,
  "declined-too-often": ({ times }) =>
    `This tool call was not run and the user was not asked: they declined ${times} calls in this turn. Stop calling ` +
    `tools and ask the user in words what they want instead.`,
  "too-many-asks": ({ within }) =>
    `This tool call was not run: the user has been asked too many questions ${withins[within]}. Stop calling tools and ` +
    `tell the user where things stand.`,
  repeated: ({ times }) =>
    `This tool call was not run: you made exactly the same call ${times} times in this turn. Its answer stands above. Go on ` +
    `with it, or tell the user where things stand.`,
  "invalid-arguments": ({ problems }) =>
    `This tool call was not run: its arguments do not fit the tool's schema (${problems}). Correct the arguments ` +
    `before calling it again.`,
  "tool-unavailable": ({ toolName, problem }) =>
    `Tool ${quoted(toolName)} was not run: it is not available right now${problem ? ` (${quoted(problem)})` : ""}. ${tellThem}`,
  "definition-changed": ({ toolName }) =>
    `Tool ${quoted(toolName)} was not run: its definition changed since the call was proposed, so an approval given ` +
    `for the old one does not count. Look at the tool's present description before you propose it again.`,
  "answerers-changed": ({ toolName }) =>
    `Tool ${quoted(toolName)} was not run: others must approve its calls now than whoever approved this one. ${tellThem}`,
  "watched-more-closely": ({ toolName }) =>
    `Tool ${quoted(toolName)} was not run: it is watched more closely now than when this call was approved. ${tellThem}`,
  "not-as-approved": () => `This tool call was not run: what is stored of it is not what was approved. ${tellThem}`,
  "not-sent": ({ problem }) =>
    `This tool call was not run: the request never reached its server (${quoted(problem)}). ${tellThem}`,
  unknown: ({ problem }) =>
    `It is unknown whether this tool call took effect: it was started and no answer came (${quoted(problem)}). ` +
    `It may have run. Check the present state before trying again, and tell the user.`,
  "question-ended": ({ decision }) =>
    `This tool call did not finish: its server asked the user a question, and ${endings[decision.endedBy]}. ` +
    `What it did before the question is unknown. ${tellThem}`,
  "link-not-opened": ({ status, decision }) =>
    `This tool call was not carried out: its server wants a web page opened first, and ` +
    `${status === "declined" || decision === null ? "the user declined to" : endings[decision.endedBy]}. ${leaveIt}`,
  "not-signed-in": ({ status, decision }) =>
    `This tool call was not carried out: its server wants the user to sign in to it first, and ` +
    `${status === "declined" || decision === null ? "the user declined to" : endings[decision.endedBy]}. ${leaveIt}`,
  edited: ({ by, argumentsJson }) =>
    `${capitalised(person(by))} changed the arguments before approving; what ran was: ${argumentsJson}`,
  noted: ({ by, note }) => `${capitalised(person(by))} approved with this note: ${quoted(note)}`,
};

const notAccepted: { [Status in ApprovalStatus]: (decision: Decision) => string } = {
  declined: ({ by, note, response }) => {
    if (response !== undefined) {
      return (
        `This tool call was not run: ${person(by)} answered in the tool's place, in their own words. These are words of a ` +
        `person, not a result of the tool: ${JSON.stringify(response)}. Go on with them; do not call it again for this request.`
      );
    }
    const words = note ? ` Their reason: ${quoted(note)}.` : "";
    return `This tool call was not run: ${person(by)} declined it.${words} ${leaveIt}`;
  },
  cancelled: ({ endedBy }) => `This tool call was not run: ${endings[endedBy]}. ${leaveIt}`,
  expired: ({ action }) =>
    action === "accept"
      ? `This tool call was not run: it was approved, but it was not started before the approval ran out. ${tellThem}`
      : `This tool call was not run: it timed out waiting for approval. Nobody declined it. ${tellThem}`,
  pending: () => `This tool call was not run: it was never approved. ${leaveIt}`,
  accepted: ({ endedBy }) =>
    `This tool call was not run: ${endedBy === "attested" ? endings.attested : "its approval was not given by a person"}. ${leaveIt}`,
};

/** How a question ends without an accept, as the second half of a sentence. */
const endings: { [End in EndedBy]: string } = {
  person: "the user dismissed the question without answering it",
  attested: "a client said that its user answered, and nobody here proved it",
  timeout: "the question timed out without an answer",
  stop: "the user stopped the run",
  "new-message": "the user wrote a new message instead of answering",
  "history-replaced": "the user changed an earlier message, which withdrew the question",
  "server-lost": "the connection to the server was lost while the question was open",
  "server-withdrew": "the server withdrew its question",
  "client-gone": "the client that made the call was gone before anybody answered",
  "key-ended": "the key of the program that asked for it had ended before anybody answered",
  "client-unclear": "the client did not say clearly what its user answered",
  "nobody-to-ask": "nobody could be asked",
  failure: "Countersign failed while the question was open",
  outdated: "what the call changes had changed before it started",
};

const theUser = "the user";

function person(name: string | undefined): string {
  return name === undefined || name === theUser ? theUser : `${theUser} (${name})`;
}

const mostQuoted = 2000;

function quoted(text: string): string {
  return JSON.stringify(text.length > mostQuoted ? `${text.slice(0, mostQuoted).toWellFormed()}…` : text);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
