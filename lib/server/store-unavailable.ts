/**
 * Whether this error, or one that caused it, says that the store could not do its work: locked, full, unreadable,
 * closed, gone. A violated constraint is a bug, not that. Known by name, because routes must not load the driver.
 */
export function isStoreUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (unavailableMessages.some((pattern) => pattern.test(cause.message))) return true;
    const code = "code" in cause ? cause.code : undefined;
    if (typeof code === "string" && unavailableCodes.some((pattern) => pattern.test(code))) return true;
    if (cause instanceof AggregateError && cause.errors.some(isStoreUnavailable)) return true;
  }
  return false;
}

const unavailableCodes = [
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/,
  // PostgreSQL: connections, full disks and memory, shutting down and starting, files, read-only, locks and time limits.
  /^(08|53|57P|58)/,
  /^(25006|55P03|57014)$/,
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
