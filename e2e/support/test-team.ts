import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { accessOf } from "#lib/server/settings/access.ts";
import { logger } from "#lib/server/observe/log.ts";
import { OpenStreams } from "#lib/server/http/open-streams.ts";
import { newLink } from "#lib/server/people/session.ts";
import type { Visit } from "#lib/server/http/session-cookie.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import { watchAccess } from "#lib/server/people/access-watch.ts";
import { buildTeam } from "#lib/server/people/build-team.ts";
import type { PasswordHash } from "#lib/server/people/password-hash.ts";
import type { PasskeyChallenge } from "#lib/server/people/sign-in-ways.ts";
import type { Entered } from "#lib/server/people/new-session.ts";
import type { Database } from "#lib/store/engine/database.ts";

export const password = "correct horse battery";
export const origin = "http://127.0.0.1:3000";

type Settings = { oidc?: OidcSettings | null; publicOrigin?: string; passwordHash?: PasswordHash };

/** Stands in for the real one, which takes a good part of a second each time. Others get their turn meanwhile, too. */
export const quickHash: PasswordHash = {
  hash: async (given) => {
    await turn();
    return `hash of ${given}`;
  },
  verify: async (stored, given) => {
    await turn();
    return { isRight: stored === `hash of ${given}`, anew: null };
  },
};

/** A team on a store, without HTTP, and the shortest ways to do the usual things in it. */
export function testTeam(database: Database, { oidc = null, publicOrigin, passwordHash = quickHash }: Settings = {}) {
  const access = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: publicOrigin ?? null });
  const streams = new OpenStreams();
  const log = logger("silent", () => {});
  let claims = 0;
  const settings = { secret: null, oidc };
  const watch = watchAccess({ database, streams, log });
  const onClaimed = () => (claims += 1);
  const place = { port: access.sessionPort, isSecure: access.isSecure };
  const built = buildTeam({ settings, database, access, place, watch, log, onClaimed, passwordHash });
  onTestFinished(async () => void (await Promise.all([watch.stop(), built.failures.stop()])));
  const { team, sessions } = built;

  const consoleKey = async () => new URL(await newLink(database, origin)).hash.replace("#key=", "");
  const setUp = async (email = "olga@example.com", name = "Olga") => {
    const given = { key: await consoleKey(), name, email, password };
    return cookieOf(await team.signInWays.bySetUp(given, null));
  };
  const personOf = async (cookie: string) => {
    const person = await sessions.personOf(cookie);
    if (person === null) throw new Error("This session is nobody's.");
    return person;
  };
  /** Invited by the owner, and in. */
  const join = async (owner: string, email: string, role: "member" | "reviewer" | "admin" = "member") => {
    const invited = await team.invite(await personOf(owner), { email, role });
    if ("refused" in invited) throw new Error(invited.refused);
    const name = email.split("@")[0] ?? email;
    return cookieOf(await team.signInWays.byInvitation({ key: keyOf(invited.link), name, password }, null));
  };
  return { ...built, access, streams, claims: () => claims, consoleKey, setUp, personOf, join };
}

export function keyOf(link: string): string {
  return new URL(link).hash.replace("#invitation=", "");
}

export function cookieOf(entered: Entered<string> | PasskeyChallenge): string {
  if ("passkey" in entered) throw new Error("A passkey is asked for.");
  if ("refused" in entered) throw new Error(entered.refused);
  return `__Host-countersign-3000=${entered.token}`;
}

/** The mark by which this browser is known, as a cookie. */
export function markOf(entered: Entered<string> | PasskeyChallenge): string {
  if ("passkey" in entered) throw new Error("A passkey is asked for.");
  if ("refused" in entered) throw new Error(entered.refused);
  return `__Host-countersign-3000-known=${entered.mark}`;
}

/** A browser that shows these cookies. */
export function visitWith(cookie: string | null, proof: string | null = null): Visit {
  return { cookie, proof, userAgent: null };
}

/** The kinds of what was recorded, in order. */
export async function recordedKinds({ db }: Database): Promise<string[]> {
  return (await db.selectFrom("audit").select("kind").orderBy("seq").execute()).map(({ kind }) => kind);
}
