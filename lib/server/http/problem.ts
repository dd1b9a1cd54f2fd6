import { STATUS_CODES } from "node:http";

/** Machine-readable reason of a refusal. */
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
  | "cards-open"
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
  "cards-open": 409,
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
 * A refusal in the format of RFC 9457. `detail` is a sentence for people; `fields` says what is wrong with which field,
 * by its path: `message.text`.
 */
export type ProblemDetails = {
  type: "about:blank";
  /** The name of the status in HTTP. */
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  fields?: Record<string, string>;
};

export const problemType = "application/problem+json";

export function problemOf(code: ProblemCode, detail: string, fields?: Record<string, string>): ProblemDetails {
  const status = statusOf[code];
  const title = STATUS_CODES[status] ?? String(status);
  return { type: "about:blank", title, status, detail, code, ...(fields === undefined ? {} : { fields }) };
}

/**
 * The one shape of every error of the API. `more`: members of only this kind of refusal; `again`: when to try again.
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

/** How a person proves again who they are. */
export const proofWanted = {
  "sign-in": "This needs a sign-in from the last 15 minutes. Sign in again, then repeat it.",
  passkey: "This needs your passkey, shown in the last 15 minutes. Show it, then repeat it.",
};

/** For a person whose session ended during a request for something that outlasts it. */
export const signedOutMeanwhile = "You were signed out meanwhile. Sign in again.";

/** The person must prove again who they are. The app asks for the proof and repeats the request. */
export function proofRequired(by: keyof typeof proofWanted, more: Record<string, unknown> = {}): Response {
  return problem(by === "passkey" ? "passkey-again" : "sign-in-again", proofWanted[by], undefined, more);
}
