import type { Notice } from "#lib/approvals/notice.ts";
import { type ErrorFacts, errorFacts } from "./error-facts.ts";
import { quotable } from "./quotable.ts";

export type ModelErrorText = Pick<Notice, "text" | "retry">;

/**
 * A sentence about why the model did not answer, and whether the same message may work later. Built from codes and host
 * names; a quote of the provider is stripped of `secrets` and of everything that looks like a key (H3: keys in no log),
 * and stacks, paths and request bodies never get in (H4).
 */
export function describeModelError(error: unknown, secrets: readonly string[] = []): ModelErrorText {
  const facts = errorFacts(error);
  for (const { when, say } of rules) if (when(facts)) return say(facts, secrets);
  return { text: "The model could not answer, and did not say why.", retry: true };
}

/** Why an answer ended early without an error (the AI SDK's finish reason); null when it was complete. */
export function describeFinish(finishReason: string): ModelErrorText | null {
  if (finishReason === "interrupted") return brokenOff;
  if (finishReason === "length")
    return { text: "The answer ends here: the model reached its length limit.", retry: true };
  if (finishReason === "content-filter") {
    return { text: "The model provider held the answer back: its content filter stepped in.", retry: false };
  }
  return null;
}

const brokenOff: ModelErrorText = {
  text: "The connection to the model broke off before the answer was complete. Try again.",
  retry: true,
};

type Rule = {
  when: (facts: ErrorFacts) => boolean;
  say: (facts: ErrorFacts, secrets: readonly string[]) => ModelErrorText;
};

/** The first rule that matches wins: the network's errors before the provider's, and codes before statuses. */
const rules: Rule[] = [
  {
    when: named("AbortError", "ResponseAborted"),
    say: () => ({ text: "The answer was stopped.", retry: true }),
  },
  {
    when: named("SaidTooMuch"),
    say: () => ({ text: "The model went on for longer than one answer may, and was stopped.", retry: true }),
  },
  {
    when: ({ names, codes, status }) =>
      names.includes("TimeoutError") || [408, 504].includes(status ?? 0) || codes.some((code) => timeouts.has(code)),
    say: (facts) => ({ text: `${server(facts)} did not answer in time. Try again in a moment.`, retry: true }),
  },
  {
    when: coded("ECONNREFUSED"),
    say: (facts) => ({
      text: `Nothing answers at ${facts.host ?? "the model's address"}. Start the model server there, or correct its address in Settings → Models.`,
      retry: true,
    }),
  },
  {
    when: coded("ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"),
    say: (facts) => ({
      text: `${server(facts)} cannot be reached. Check the network connection, and the address in Settings → Models.`,
      retry: true,
    }),
  },
  {
    when: coded("ECONNRESET", "EPIPE", "UND_ERR_SOCKET"),
    say: () => brokenOff,
  },
  {
    when: ({ codes }) =>
      codes.some((code) => /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)),
    say: (facts) => ({ text: `${server(facts)} has a certificate that is not trusted here.`, retry: false }),
  },
  {
    when: ({ status, codes }) => status === 401 || codes.includes("invalid_api_key"),
    say: (facts) => ({
      text: `${server(facts)} did not accept the key. Check the key in Settings → Models.`,
      retry: false,
    }),
  },
  {
    when: ({ status }) => status === 403,
    say: (facts) => ({
      text: `${server(facts)} refused access: the key may not use the model ${model(facts)}, or not from here.`,
      retry: false,
    }),
  },
  {
    when: ({ codes, said }) => codes.includes("context_length_exceeded") || tooLong.test(said ?? ""),
    say: () => ({
      text: "This chat has become too long for the model. Start a new chat, or choose a model that can read more.",
      retry: false,
    }),
  },
  {
    when: ({ status, codes }) => status === 404 || codes.includes("model_not_found"),
    say: (facts) => ({
      text: `${server(facts)} does not know the model ${model(facts)}. Choose another model, or check the address in Settings → Models.`,
      retry: false,
    }),
  },
  {
    when: coded("insufficient_quota"),
    say: (facts) => ({
      text: `The account at ${facts.host ?? "the model provider"} has no credit left.`,
      retry: false,
    }),
  },
  {
    when: ({ status, codes }) => status === 429 || codes.includes("rate_limit_exceeded"),
    say: (facts) => ({
      text: `${server(facts)} is getting too many requests. ${waiting(facts)}`,
      retry: true,
    }),
  },
  {
    when: ({ status, codes }) => (status ?? 0) >= 500 || codes.includes("server_error"),
    say: (facts) => ({
      text:
        facts.status === null
          ? `${server(facts)} has a problem of its own. Try again in a moment.`
          : `${server(facts)} has a problem of its own (${facts.status}). Try again in a moment.`,
      retry: true,
    }),
  },
  {
    when: ({ status }) => (status ?? 0) >= 400,
    say: (facts, secrets) => {
      const reason = quotable(facts.said ?? "", secrets);
      const text =
        reason === ""
          ? `${server(facts)} refused the request (${facts.status})`
          : `${server(facts)} refused the request (${facts.status}): ${reason}`;
      return { text, retry: false };
    },
  },
  {
    when: named("AI_LoadAPIKeyError"),
    say: () => ({ text: "No key for the model is set. Set one in Settings → Models.", retry: false }),
  },
  {
    when: ({ names, status }) => status !== null || names.some((name) => unreadable.has(name)),
    say: (facts) => ({ text: `${server(facts)} sent an answer that could not be read. Try again.`, retry: true }),
  },
  {
    when: ({ said }) => said !== null,
    say: (facts, secrets) => ({
      text: `${server(facts)} reported an error: ${quotable(facts.said ?? "", secrets)}`,
      retry: true,
    }),
  },
];

const timeouts = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const tooLong = /context (?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens/i;
const unreadable = new Set([
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
  "AI_InvalidStreamPartError",
  "AI_EmptyResponseBodyError",
  "AI_NoContentGeneratedError",
]);

function named(...wanted: string[]): Rule["when"] {
  return ({ names }) => names.some((name) => wanted.includes(name));
}

function coded(...wanted: string[]): Rule["when"] {
  return ({ codes }) => codes.some((code) => wanted.includes(code));
}

function server({ host }: ErrorFacts): string {
  return host ?? "The model provider";
}

function model({ modelId }: ErrorFacts): string {
  return modelId === null ? "asked for" : `"${modelId}"`;
}

function waiting({ retryAfterMs }: ErrorFacts): string {
  if (retryAfterMs === null) return "Try again in a moment.";
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (seconds < 90) return seconds === 1 ? "Try again in a second." : `Try again in ${seconds} seconds.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
