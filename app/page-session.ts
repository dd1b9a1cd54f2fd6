import { headers } from "next/headers";
import { services } from "#lib/server/api/services.ts";
import { proofIn, shownBy, type Shown } from "#lib/server/http/session-cookie.ts";
import type { Person } from "#lib/server/people/session.ts";

/**
 * The person whose own page asks for this one; null otherwise, and then the page shows nothing private. Null for every
 * address that a browser opens, because opening one proves nothing: the page that it gets asks again, with its proof.
 * For server components; reading the headers also makes the page dynamic, which the nonce of the CSP needs.
 */
export async function personOfPage(): Promise<Person | null> {
  return services().sessions.personOf(await shownByPage());
}

export async function shownByPage(): Promise<Shown> {
  return shownBy(await headers());
}

/** Whether a page of ours asks, and not somebody who opened the address. */
export async function isAskedByPage(): Promise<boolean> {
  return proofIn(await headers()) !== null;
}
