import type { Access } from "#lib/server/settings/access.ts";
import { problem } from "./problem.ts";
import { proofIn } from "./session-cookie.ts";

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that another site, another port or another name caused (THREATS B3, B4, B5, B8); null lets it pass.
 * A browser sends Origin with every unsafe request, so one without it did not come from our page. Programs that show a
 * key have none; a page elsewhere cannot send one, for it may not send that header. An `arrival` is where a provider sends
 * people back to.
 */
export function checkOrigin(
  request: Request,
  { hosts, origins }: Access,
  { byKey, arrival }: { byKey: boolean; arrival: boolean },
): Response | null {
  const host = request.headers.get("host");
  if (host === null || !hosts.has(host)) {
    return problem("wrong-host", "This address is not one that the app answers to.");
  }
  const unsafe = !safeMethods.has(request.method);
  // Another site sends the browser here, so where it comes from says nothing.
  if (arrival && !unsafe) return null;
  const origin = request.headers.get("origin");
  if (origin === null ? unsafe && !byKey : !origins.has(origin) || new URL(origin).host !== host) {
    return problem("forbidden", "Only the app's own pages may do this: the Origin header is missing or another one.");
  }
  const site = request.headers.get("sec-fetch-site");
  // "none" is a person who typed the address; that never is an unsafe request.
  if (site !== null && site !== "same-origin" && (unsafe || site !== "none")) {
    return problem("forbidden", "Only the app's own pages may do this: the request came from another site.");
  }
  // Pages of ours bring it. Were one to come in without, a cookie alone would be its session (THREATS B16).
  if (unsafe && site !== null && proofIn(request.headers) === null) {
    return problem(
      "forbidden",
      "This browser keeps no data for the app's page. Allow it to, then load the page again.",
    );
  }
  return null;
}
