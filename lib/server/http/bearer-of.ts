const bearer = /^bearer(?: (.*))?$/i;

/**
 * The key that a request shows, valid or not. Only this function looks for one, in the Authorization header (THREATS
 * F9: keys in one header).
 */
export function bearerOf({ headers }: { headers: Pick<Headers, "get"> }): string | null {
  const shown = bearer.exec(headers.get("authorization") ?? "");
  return shown === null ? null : (shown[1] ?? "").trim();
}
