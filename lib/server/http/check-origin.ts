import type { Access } from "#lib/server/settings/access.ts";
import { problem } from "./problem.ts";
import { proofIn } from "./session-cookie.ts";

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that another site (THREATS B3), another port (B4) or another host name (B5) caused; null lets it
 * pass. Streams are checked alike (B8). A browser sends Origin with every unsafe request, so one without it does not
 * come from our page. Programs with a key send none; a page elsewhere cannot send a key, because it may not set that
 * header. An `arrival` is a page to which a provider redirects people.
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
  // Another site redirects the browser here, so its origin says nothing.
  if (arrival && !unsafe) return null;
  const origin = request.headers.get("origin");
  if (origin === null ? unsafe && !byKey : !origins.has(origin) || new URL(origin).host !== host) {
    return problem("forbidden", "Only the app's own pages may do this: the Origin header is missing or another one.");
  }
  const site = request.headers.get("sec-fetch-site");
  // "none": a person typed the address, which never makes an unsafe request.
  if (site !== null && site !== "same-origin" && (unsafe || site !== "none")) {
    return problem("forbidden", "Only the app's own pages may do this: the request came from another site.");
  }
  // Our pages send it. Without it, a cookie alone would authenticate (THREATS B16: other ports of the host).
  if (unsafe && site !== null && proofIn(request.headers) === null) {
    return problem(
      "forbidden",
      "This browser keeps no data for the app's page. Allow it to, then load the page again.",
    );
  }
  return null;
}
