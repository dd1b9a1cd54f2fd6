import type { SignInProblem } from "#lib/audit/people-events.ts";
import { stateCookie, hashOf, type Place, tokenIn, type Visit } from "#lib/server/http/session-cookie.ts";
import type { Person } from "./session.ts";
import { signIn } from "#lib/store/people/accounts.ts";
import { beginConnecting, disconnectAccount, takeConnecting } from "#lib/store/people/connect-account.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { hasOwnerAccount } from "#lib/store/people/join-by-invitation.ts";
import type { AuthEngine } from "./auth-engine.ts";
import type { Entered } from "./new-session.ts";
import type { Failures } from "./failures.ts";
import type { TeamRefusal } from "./refusal.ts";
import { newSession } from "./new-session.ts";

type Begun = { url: string; cookies: string[] } | { refused: TeamRefusal };

/** Sign-in through the organisation, and connecting its account with an existing one. */
export type ProviderDoor = {
  /**
   * The address of the organisation's sign-in, and what the browser keeps until it returns. Only the browser that began
   * can finish.
   */
  toProvider: (visit: Visit) => Promise<Begun>;
  /** The same for a signed-in person who wants to connect an account. They have just proved who they are. */
  toConnect: (person: Person, visit: Visit) => Promise<Begun>;
  /** `connecting`: a signed-in person began it. */
  fromProvider: (
    query: URLSearchParams,
    visit: Visit,
  ) => Promise<{ cookies: string[]; connecting: boolean } & Entered<SignInProblem>>;
  /** False when there is nothing to disconnect, or no other way to sign in. */
  disconnect: (person: Person) => Promise<boolean>;
};

/**
 * Which of our pages began. Somebody who can set cookies of this host, for example from another port (THREATS B16),
 * could have a browser return from a sign-in that they began (THREATS B10: a new session replaces the old).
 */
function begunBy(visit: Visit): string {
  return hashOf(visit?.proof ?? "");
}

/** As long as the browser keeps its state. */
const connectingMs = 10 * 60 * 1000;
type Options = {
  database: Database;
  engine: () => Promise<AuthEngine>;
  failures: Failures;
  place: Place;
  hasProvider: boolean;
};

export function providerDoor({ database, engine, failures, place, hasProvider }: Options): ProviderDoor {
  async function begin(visit: Visit): Promise<Begun> {
    if (!hasProvider) return { refused: "no-organisation" };
    if (!(await hasOwnerAccount(database))) return { refused: "no-provider" };
    return (await (await engine()).begin(begunBy(visit))) ?? { refused: "no-provider" };
  }

  return {
    toProvider: begin,
    toConnect: async (person, visit) => {
      const token = tokenIn(visit, place);
      const begun = await begin(visit);
      if ("refused" in begun) return begun;
      const state = new URL(begun.url).searchParams.get("state");
      if (state === null || token === null) return { refused: "no-provider" };
      const hashes = { stateHash: hashOf(state), sessionHash: hashOf(token) };
      await beginConnecting(database, { ...hashes, personId: person.id, lifetimeMs: connectingMs });
      return begun;
    },
    fromProvider: async (query, visit) => {
      if (!(await hasOwnerAccount(database))) return { refused: "not-invited", cookies: [], connecting: false };
      const state = query.get("state");
      const wanted = state === null ? null : await takeConnecting(database, hashOf(state));
      const connecting = wanted !== null;
      const refuse = async (reason: SignInProblem, cookies: string[]) => {
        await failures.note({ kind: "sign-in-failed", by: "oidc", reason }, null);
        return { refused: reason, cookies, connecting };
      };
      if (wanted === "ended") return refuse("connecting-ended", []);
      // This browser began no sign-in, so there is nothing to ask the provider.
      const hasBegun = hasProvider && (visit?.cookie ?? "").includes(stateCookie);
      if (!hasBegun) return refuse("refused-by-provider", []);
      const returning = { cookieHeader: visit?.cookie ?? null, begunBy: begunBy(visit), connectTo: wanted };
      const { cookies, ...returned } = await (await engine()).finish(query, returning);
      if ("refused" in returned) return refuse(returned.refused, cookies);
      const { entrance, session } = newSession(visit, place, returned.provedAt);
      const formerHash = wanted?.tokenHash ?? session.formerHash;
      const { personId, subject } = returned;
      const isIn = await signIn(database, personId, { ...session, formerHash }, { by: "oidc", subject });
      return isIn ? { ...entrance, cookies, connecting } : refuse("disabled", cookies);
    },
    disconnect: ({ id }) => disconnectAccount(database, id),
  };
}
