/**
 * Whether this error, or one that caused it, says that the store could not do its work: locked, full, unreadable,
 * closed. A violated constraint is a bug, not that. Known by name, because routes must not load the driver.
 */
export function isStoreUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === "The database connection is not open") return true;
    const code = "code" in cause ? cause.code : undefined;
    if (typeof code === "string" && unavailable.test(code)) return true;
  }
  return false;
}

const unavailable = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
