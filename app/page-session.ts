import { headers } from "next/headers";
import { cache, createElement, type ReactNode } from "react";
import { TooMuch } from "#components/ui/too-much.tsx";
import { services } from "#lib/server/api/services.ts";
import { isOf, proofIn, sessionShownBy, type ShownSession } from "#lib/server/http/session-cookie.ts";
import type { Person } from "#lib/server/people/session.ts";

/**
 * The person whose own page asks for this one; null otherwise, and then the page shows nothing private. Null for every
 * address that a browser opens, because opening one proves nothing: the page that it gets asks again, with its proof.
 * For server components; reading the headers also makes the page dynamic, which the nonce of the CSP needs.
 */
export const personOfPage = cache(async (): Promise<Person | null> => {
  const { sessions, callers } = services();
  const shown = await headers();
  const person = await sessions.personOf(sessionShownBy(shown));
  callers.learn({ headers: shown }, person?.id ?? null);
  return person !== null && isOf(person, shown) ? person : null;
});

/** A page that only the person sees whose own page asks for it. */
export function pageFor<Props>(
  show: (person: Person, props: Props) => ReactNode | Promise<ReactNode>,
): (props: Props) => Promise<ReactNode> {
  return (props) =>
    unlessTooMuch(async () => {
      const person = await personOfPage();
      return person === null ? null : show(person, props);
    });
}

/**
 * Says that too much is asked where the store has no turn for it. Next would log each such error with its stack, and
 * anybody can bring this about any number of times.
 */
export async function unlessTooMuch(draw: () => Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await draw();
  } catch (error) {
    if (!isNoTurn(error)) throw error;
    const { refused, access } = services();
    refused({ method: "GET", url: access.origin }, 503);
    return createElement(TooMuch);
  }
}

/** By its name, because pages are bundled apart from the store. */
export function isNoTurn(error: unknown): boolean {
  return error instanceof Error && error.name === "NoTurn";
}

export async function shownByPage(): Promise<ShownSession> {
  return sessionShownBy(await headers());
}

/** Whether a page of ours asks, and not somebody who opened the address. */
export async function isAskedByPage(): Promise<boolean> {
  return proofIn(await headers()) !== null;
}
