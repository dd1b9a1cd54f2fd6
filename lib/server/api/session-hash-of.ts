import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { services } from "./services.ts";

/** The hash of the session that a request shows, as the store keeps it; empty, like no session's, where it shows none. */
export function sessionHashOf({ headers }: Request): string {
  return services().sessions.hashBy(sessionShownBy(headers)) ?? "";
}
