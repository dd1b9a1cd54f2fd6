import { randomUUID } from "node:crypto";
import type { Role } from "#lib/approvals/role.ts";
import type { Database } from "#lib/store/database.ts";
import {
  addLink,
  claimInstance,
  endSession,
  isClaimed,
  openSessionByLink,
  personOfSession,
} from "#lib/store/sessions.ts";
import { hashOf, newToken, tokenIn, type Place } from "./session-cookie.ts";

export type Person = { id: string; name: string; role: Role };

/** A new session's token, for the cookie and for nothing else; or why there is none. */
export type Opened =
  | { token: string }
  | { refused: "already-claimed" | "link-needed" | "link-not-valid" | "sign-in-needed" };

/** Who uses this instance: one person, any number of browsers. */
export type Sessions = {
  /** The person behind a request's Cookie header, or null. */
  personOf: (cookieHeader: string | null) => Promise<Person | null>;
  /** Whether the person behind this header proved lately who they are; always where nobody signs in. */
  isFresh: (cookieHeader: string | null) => Promise<boolean>;
  /** The first visit claims the instance, if the owner lets it. Ends the session that the browser had. */
  claim: (cookieHeader: string | null) => Promise<Opened>;
  /** Signs in by the key of a one-time link. Ends the session that the browser had (THREATS B10). */
  openByLink: (key: string, cookieHeader: string | null) => Promise<Opened>;
  isClaimed: () => Promise<boolean>;
};

type Options = Place & {
  database: Database;
  claim: "first-visit" | "link";
  /** Called after the instance got its person, and never before: from then on tool servers may start. */
  onClaimed: () => void;
};

const linkLifetimeMs = 10 * 60 * 1000;

/** Sessions in the store, under the hash of their token. The token itself lives in the browser's cookie alone. */
export function localSessions({ database, claim, onClaimed, ...place }: Options): Sessions {
  const endFormer = async (cookieHeader: string | null) => {
    const former = tokenIn(cookieHeader, place);
    if (former !== null) await endSession(database, hashOf(former));
  };
  const opened = async (token: string, cookieHeader: string | null): Promise<Opened> => {
    await endFormer(cookieHeader);
    onClaimed();
    return { token };
  };
  return {
    personOf: async (cookieHeader) => {
      const token = tokenIn(cookieHeader, place);
      const found = token === null ? null : await personOfSession(database, hashOf(token));
      return found === null ? null : { id: found.id, name: found.name, role: found.role };
    },
    isFresh: async () => true,
    claim: async (cookieHeader) => {
      if (claim === "link") return { refused: (await isClaimed(database)) ? "already-claimed" : "link-needed" };
      const token = newToken();
      const won = await claimInstance(database, { tokenHash: hashOf(token), person: newPerson() });
      return won ? opened(token, cookieHeader) : { refused: "already-claimed" };
    },
    openByLink: async (key, cookieHeader) => {
      const token = newToken();
      const hashes = { tokenHash: hashOf(token), keyHash: hashOf(key) };
      const won = await openSessionByLink(database, { ...hashes, person: newPerson() });
      return won ? opened(token, cookieHeader) : { refused: "link-not-valid" };
    },
    isClaimed: () => isClaimed(database),
  };
}

/** Makes a one-time link into the app: good for ten minutes and one browser. The fragment never reaches a server. */
export async function newLink(database: Database, origin: string): Promise<string> {
  const key = newToken();
  await addLink(database, { keyHash: hashOf(key), lifetimeMs: linkLifetimeMs });
  return `${origin}/#key=${key}`;
}

function newPerson(): Person {
  return { id: randomUUID(), name: "You", role: "owner" };
}
