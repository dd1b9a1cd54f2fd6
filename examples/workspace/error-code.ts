/** The code of a system error (`ENOENT`, `EACCES`, …), or null for anything else. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
