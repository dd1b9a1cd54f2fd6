import type { PastCall } from "./conversation.ts";
import type { CallOutcome } from "./outcome.ts";
import type { Wish } from "./wish.ts";
import { code, fenced, paragraphs } from "./help-text.ts";

/** A call and its outcome; `wish` is null when another call ran than was planned. */
export type Settled = { call: PastCall; outcome: CallOutcome; wish: Wish | null };

/** Reports what the result of every call says, and claims nothing beyond it. */
export function report(settled: Settled[]): string {
  return paragraphs(
    ...settled.map((each) => paragraphs(sentences[each.outcome.kind](each), ...each.outcome.remarks.map(toYou))),
  );
}

/** The planned steps that did not begin because an earlier one did not succeed. */
export function notStarted(wishes: Wish[]): string {
  return wishes.length === 0 ? "" : `I stopped there, so I did not ${wishes.map(({ intent }) => intent).join(" or ")}.`;
}

const sentences: { [Kind in CallOutcome["kind"]]: (settled: Settled) => string } = {
  done: ({ call, outcome, wish }) => {
    if (!wish) return answered(call, outcome);
    return wish.shows && outcome.text !== "" ? paragraphs(wish.done, fenced(outcome.text)) : wish.done;
  },
  answered: ({ call, outcome, wish }) =>
    wish?.proof === null ? paragraphs(wish.done, fenced(outcome.text)) : answered(call, outcome),
  failed: ({ call, outcome, wish }) =>
    paragraphs(`I could not ${intentOf(call, wish)}. The tool says:`, fenced(outcome.text)),
  "not-run": ({ call, outcome, wish }) => `I did not ${intentOf(call, wish)}: ${reasonOf(outcome.text)}`,
  unknown: ({ call, outcome, wish }) =>
    `I tried to ${intentOf(call, wish)}, and it is unknown whether it took effect. ${toYou(withoutOrders(outcome.text))} ` +
    "Please look before you ask me to try again.",
};

function answered(call: PastCall, { text }: CallOutcome): string {
  return paragraphs(
    `What ran was ${code(`${call.toolName} ${JSON.stringify(call.input)}`)}. The tool answered:`,
    fenced(text),
  );
}

function intentOf({ toolName, input }: PastCall, wish: Wish | null): string {
  return wish?.intent ?? `run ${code(`${toolName} ${JSON.stringify(input)}`)}`;
}

function reasonOf(text: string): string {
  const reason = withoutOrders(text)
    .replace(/^Command was rejected by the user\.?/, "the user rejected it.")
    .replace(/^Tool execution denied by policy:/, "a policy forbids it:")
    .replace(/^(?:This tool call|Tool .{1,200}?) was not run(?:: | and )/, "")
    .replace(/^The person /, "the user ");
  return toYou(reason === "" ? text : reason).replace(/^You\b/, "you");
}

/** Removes the application's instructions for models, which the person need not read. */
function withoutOrders(text: string): string {
  const orders =
    / (?:Do not call it again|Tell the user|Stop calling tools|Correct the arguments|Look at the tool's|Check the present)/;
  return text.split(orders, 1)[0] ?? text;
}

/** Addresses the user as "you", except in quotes. */
function toYou(text: string): string {
  return text
    .split(/("(?:[^"\\]|\\.?)*(?:"|$))/)
    .map((piece) =>
      piece.startsWith('"')
        ? piece
        : piece
            .replace(/\bthe user \(([^)]+)\)/gi, "$1")
            .replace(/\bthe user was\b/g, "you were")
            .replace(/\bthe user has\b/g, "you have")
            .replace(/\bthey already\b/g, "you already")
            .replace(/\bthe user\b/g, "you")
            .replace(/\bThe user\b/g, "You")
            .replace(/\bTheir reason\b/g, "The reason given"),
    )
    .join("");
}
