/**
 * Whether this error or one of its causes says that the store could not work: locked, full, unreadable, closed, gone. A
 * violated constraint is a bug and does not count. Matches names, because two drivers say it in two ways.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return [...causesOf(error)].some(
    ({ code, message }) => matches(unavailableMessages, message) || matches(unavailableCodes, code),
  );
}

/** Whether the store may be back in a moment: a starting PostgreSQL refuses, cuts off, or says so. */
export function isStarting(error: unknown): boolean {
  return [...causesOf(error)].some(
    ({ code, message }) => matches(startingCodes, code) || matches(startingMessages, message),
  );
}

/** Why a store cannot be used, for a command that starts on it. Without a full stop. */
export function whyUnusable(error: unknown): string {
  const said = [...new Set([...causesOf(error)].map(({ message }) => message.replace(/\.$/, "")).filter(Boolean))];
  const advice = [...causesOf(error)].map(({ code }) => advices[code]).find((text) => text !== undefined);
  return said.join(": ") + (advice === undefined ? "" : `; ${advice}`);
}

const advices: Record<string, string | undefined> = {
  "28P01": "look at the user and the password in DATABASE_URL",
  "28000": "look at the user in DATABASE_URL and at what the server lets in",
  "3D000": "create it first, for instance with createdb",
  "42P01": "start the app on it first",
  "42501": "its user must be allowed to create tables there",
  ECONNREFUSED: "look whether PostgreSQL runs, and at host and port in DATABASE_URL",
  ENOTFOUND: "look at the host in DATABASE_URL",
};

const unavailableCodes = [
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/,
  // PostgreSQL classes: connections, full disk or memory, shutdown and start, files, read-only, no access, locks and
  // time limits.
  /^(08|53|57P|58)/,
  /^(25006|55000|55P03|57014)$/,
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
];

/** Errors of the drivers that have no code. */
const unavailableMessages = [
  /^The database connection is not open$/,
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^Query read timeout$/,
  /^Client (was closed and is not queryable|has encountered a connection error)/,
  /^Cannot use a pool after calling end/,
];

const startingMessages = [/^Connection terminated/, /^timeout exceeded when trying to connect$/];

const startingCodes = [/^57P03$/, /^E(CONNREFUSED|CONNRESET|AI_AGAIN)$/];

function matches(patterns: RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}

/** The error and its causes. A refused connection says so only in the errors of each address that was tried. */
function* causesOf(error: unknown): Generator<{ code: string; message: string }> {
  if (!(error instanceof Error)) return;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  yield { code, message: error.message };
  if (error instanceof AggregateError) for (const one of error.errors) yield* causesOf(one);
  yield* causesOf(error.cause);
}
