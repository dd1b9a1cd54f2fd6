import { STATUS_CODES } from "node:http";

/** Why a request was refused, for programs. */
export type ProblemCode =
  | "bad-request"
  | "no-session"
  | "bad-key"
  | "forbidden"
  | "sign-in-again"
  | "passkey-again"
  | "not-found"
  | "method-not-allowed"
  | "conflict"
  | "gone"
  | "too-large"
  | "wrong-content-type"
  | "wrong-host"
  | "does-not-fit"
  | "too-many"
  | "internal"
  | "unavailable";

const statusOf: { [Code in ProblemCode]: number } = {
  "bad-request": 400,
  "no-session": 401,
  "bad-key": 401,
  forbidden: 403,
  "sign-in-again": 403,
  "passkey-again": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  gone: 410,
  "too-large": 413,
  "wrong-content-type": 415,
  "wrong-host": 421,
  "does-not-fit": 422,
  "too-many": 429,
  internal: 500,
  unavailable: 503,
};

/**
 * A refusal as RFC 9457 has it. `detail` is a sentence for people; `fields` says what is wrong with which field, keyed by
 * its path: `message.text`.
 */
export type Problem = {
  type: "about:blank";
  /** What the status means, in the words of HTTP. */
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  fields?: Record<string, string>;
};

export const problemType = "application/problem+json";

export function problemOf(code: ProblemCode, detail: string, fields?: Record<string, string>): Problem {
  const status = statusOf[code];
  const title = STATUS_CODES[status] ?? String(status);
  return { type: "about:blank", title, status, detail, code, ...(fields === undefined ? {} : { fields }) };
}

/**
 * The one shape of every error of the API; `more` are members that only this kind of refusal has, `again` says when time
 * helps.
 */
export function problem(
  code: ProblemCode,
  detail: string,
  fields?: Record<string, string>,
  more: Record<string, unknown> = {},
  again: { afterMs?: number } = {},
): Response {
  const body = { ...problemOf(code, detail, fields), ...more };
  const headers = {
    "content-type": problemType,
    "cache-control": "no-store",
    ...(again.afterMs === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(again.afterMs / 1_000))) }),
  };
  return Response.json(body, { status: body.status, headers });
}

/** What somebody does who has to prove again who they are. */
export const proofWanted = {
  "sign-in": "This needs a sign-in from the last 15 minutes. Sign in again, then repeat it.",
  passkey: "This needs your passkey, shown in the last 15 minutes. Show it, then repeat it.",
};

/** For whose session ended while they asked for something that outlasts it. */
export const signedOutMeanwhile = "You were signed out meanwhile. Sign in again.";

/** Somebody has to prove again who they are. The app asks for it, and repeats what was asked. */
export function proveAgain(by: keyof typeof proofWanted, more: Record<string, unknown> = {}): Response {
  return problem(by === "passkey" ? "passkey-again" : "sign-in-again", proofWanted[by], undefined, more);
}
