/** Why a request was refused, for programs. */
export type ProblemCode =
  | "bad-request"
  | "no-session"
  | "forbidden"
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
  forbidden: 403,
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

/** `fields` says what is wrong with which field, keyed by its path: `message.text`. */
export type Problem = { error: { code: ProblemCode; message: string; fields?: Record<string, string> } };

/** The one shape of every error of the API. `message` is a sentence for people. */
export function problem(code: ProblemCode, message: string, fields?: Record<string, string>): Response {
  const body: Problem = { error: { code, message, ...(fields === undefined ? {} : { fields }) } };
  return Response.json(body, { status: statusOf[code], headers: { "cache-control": "no-store" } });
}
