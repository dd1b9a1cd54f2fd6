import { randomUUID } from "node:crypto";
import type { Proof } from "#lib/approvals/proof.ts";
import type { Role } from "#lib/people/role.ts";
import type { Database } from "#lib/store/engine/database.ts";
import {
  addLink,
  claimInstance,
  isClaimed,
  localLimits,
  openedBy,
  openSessionByLink,
  personOfSession,
} from "#lib/store/people/sessions.ts";
import { type OwnSessions, ownSessions } from "./own-sessions.ts";
import {
  admitted,
  hashOf,
  newToken,
  type Place,
  type ShownSession,
  tokenIn,
  type Visit,
} from "#lib/server/http/session-cookie.ts";
import type { AccessWatch } from "./access-watch.ts";

export type Person = { id: string; name: string; role: Role };

/** A new session's token, only for the cookie; or why there is none. */
export type Opened =
  | { token: string }
  | { refused: "already-claimed" | "link-needed" | "link-not-valid" | "sign-in-needed" };

/** Sessions without sign-in: one person, any number of browsers. */
export type Sessions = {
  /** The person of the session that a request shows, or null. */
  personOf: (shown: ShownSession) => Promise<Person | null>;
  /** How that person proved who they are, and how fresh the proof is; null without a session. */
  howProved: (shown: ShownSession) => Promise<Proof | null>;
  /** The first visit claims the instance, if the owner allows it. Ends the browser's former session. */
  claim: (visit: Visit) => Promise<Opened>;
  /**
   * Opens a session by the key of a one-time link. Ends the browser's former session (THREATS B10: a new session
   * replaces the old).
   */
  openByLink: (key: string, visit: Visit) => Promise<Opened>;
  isClaimed: () => Promise<boolean>;
} & OwnSessions;

type Options = Place & {
  database: Database;
  access: Pick<AccessWatch, "seen">;
  claim: "first-visit" | "link";
  /** Called once the instance was claimed, and never before: from then on tool servers may start. */
  onClaimed: () => void;
};

const linkLifetimeMs = 10 * 60 * 1000;

/** Sessions in the store, under the hash of their token. Only the browser's cookie has the token itself. */
export function localSessions({ database, access, claim, onClaimed, ...place }: Options): Sessions {
  const opened = (token: string): Opened => {
    onClaimed();
    return { token };
  };
  return {
    personOf: async (shown) => {
      const token = tokenIn(shown, place);
      const found = token === null ? null : await personOfSession(database, hashOf(token));
      if (found === null) return null;
      access.seen(found.id, found.accessVersion);
      return { id: found.id, name: found.name, role: found.role };
    },
    howProved: async (shown) => {
      const token = tokenIn(shown, place);
      const opened = token === null ? null : await openedBy(database, hashOf(token));
      return opened === null ? null : { ...opened, isFresh: true, hasPasskey: false };
    },
    claim: async (visit) => {
      if (claim === "link") return { refused: (await isClaimed(database)) ? "already-claimed" : "link-needed" };
      const { token, ...session } = admitted(visit, place);
      const won = await claimInstance(database, { ...session, person: newPerson() });
      return won ? opened(token) : { refused: "already-claimed" };
    },
    openByLink: async (key, visit) => {
      const { token, ...session } = admitted(visit, place);
      const won = await openSessionByLink(database, { ...session, keyHash: hashOf(key), person: newPerson() });
      return won ? opened(token) : { refused: "link-not-valid" };
    },
    isClaimed: () => isClaimed(database),
    ...ownSessions({ database, place, limits: localLimits }),
  };
}

/** Makes a one-time link into the app, for ten minutes and one browser. A fragment never reaches a server. */
export async function newLink(database: Database, origin: string): Promise<string> {
  const key = newToken();
  await addLink(database, { keyHash: hashOf(key), lifetimeMs: linkLifetimeMs });
  return `${origin}/#key=${key}`;
}

function newPerson(): Person {
  return { id: randomUUID(), name: "You", role: "owner" };
}
