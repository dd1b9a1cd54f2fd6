import { may as roleMay, type Action } from "#lib/people/may.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import { problem, proofRequired } from "#lib/server/http/problem.ts";
import { services } from "./services.ts";
import { mcpAddressOf } from "#lib/server/http/mcp-address.ts";
import { bearerOf } from "#lib/server/http/bearer-of.ts";
import { isOf, sessionShownBy } from "#lib/server/http/session-cookie.ts";
import type { Person } from "#lib/server/people/session.ts";

/** For whom a request acts: a person, by their browser, or by a program with one of their keys. */
export type Principal = { person: Person; key: KeyUse | null };

/** What a route requires of its principal. */
export type Demand = {
  /** The scope that a key needs; without it the route takes no key. */
  scope?: Scope;
  /** Whether only a key gets in; a browser's session is not even looked at. */
  keyOnly?: boolean;
  /** Whether a client that signed in gets in as well, by its token. */
  orToken?: boolean;
  /** Whether a key that is limited to some tools gets in: nothing but the gateway keeps that limit. */
  orLimited?: boolean;
  /** What the person's role must allow; without it any role may call. */
  may?: Action;
  /**
   * Whether the person must have signed in within the last 15 minutes, or shown their passkey if they have one; a key
   * never has. Without sign-in everybody passes. `where-passkey`: only whoever has a passkey must have shown it, and the
   * others prove themselves by what they send.
   */
  fresh?: boolean | "where-passkey";
};

type Known = { principal: Principal } | { refused: Response };

/** The principal by session or by key, never by both. A key may do what its scope names and its owner's role allows. */
export async function principalOf(request: Request, demand: Demand): Promise<Known> {
  const shown = bearerOf(request);
  if (shown === null && demand.keyOnly === true)
    return badKey("Programs come in here, by a key: Authorization: Bearer …", request, demand);
  const known = await (shown === null ? bySession(request, demand) : byKey(request, shown, demand));
  if ("refused" in known) return known;
  if (demand.may !== undefined && !roleMay(known.principal.person.role, demand.may)) {
    return refused("Your role does not allow this. Ask an owner of this instance.");
  }
  return known;
}

async function bySession(request: Request, { fresh = false }: Demand): Promise<Known> {
  const { sessions, callers } = services();
  const shown = sessionShownBy(request.headers);
  const person = await sessions.personOf(shown);
  callers.learn(request, person?.id ?? null);
  if (person === null || !isOf(person, request.headers)) {
    const how = services().team ? "Sign in first." : "Open the app in this browser first, by its link.";
    return { refused: problem("no-session", how) };
  }
  const proof = fresh === false ? null : await sessions.howProved(shown);
  const isWanted = fresh === true || (fresh === "where-passkey" && proof?.hasPasskey !== false);
  if (isWanted && proof?.isFresh !== true) return { refused: proofRequired(proof?.hasPasskey ? "passkey" : "sign-in") };
  return { principal: { person, key: null } };
}

async function byKey(request: Request, shown: string, demand: Demand): Promise<Known> {
  const { scope, fresh = false, orToken = false, orLimited = false } = demand;
  const { keys, callers, clientSignIn } = services();
  if (request.headers.has("cookie")) return badKey("A request carries a key or a cookie, not both.", request, demand);
  const isToken = orToken && clientSignIn !== null && !shown.startsWith("cs_");
  const key = await (isToken ? clientSignIn.use(shown) : keys.use(shown));
  if (key === "scope") {
    const lacking = refused(`This token may not do this: it lacks the scope ${scope}.`);
    lacking.refused.headers.set("www-authenticate", `${challengeFor(request, demand)}, error="insufficient_scope"`);
    return lacking;
  }
  callers.learn(request, key?.person.id ?? null);
  if (key === null) return badKey("There is no such key, or it was revoked, or it has expired.", request, demand);
  if (scope === undefined || fresh !== false) return refused("No key may do this: it takes a person in a browser.");
  if (!key.scopes.includes(scope)) return refused(`This key may not do this: it lacks the scope ${scope}.`);
  if (key.terms.tools !== null && !orLimited) return refused(limitedKey);
  return { principal: { person: key.person, key } };
}

const limitedKey =
  "This key is limited to some tools, so it is good for MCP at /api/mcp alone. For anything else make a key without that limit.";

function badKey(detail: string, request: Request, demand: Demand): { refused: Response } {
  const answer = problem("bad-key", detail);
  answer.headers.set("www-authenticate", challengeFor(request, demand));
  return { refused: answer };
}

/** A client that may sign in is told where, for the address at which it came. */
function challengeFor(request: Request, { orToken = false }: Demand): string {
  return (orToken ? services().clientSignIn?.challenge(mcpAddressOf(request)) : undefined) ?? "Bearer";
}

function refused(detail: string): { refused: Response } {
  return { refused: problem("forbidden", detail) };
}
