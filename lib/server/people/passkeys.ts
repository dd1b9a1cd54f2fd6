import type { OwnPasskey } from "#lib/people/own-session.ts";
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import {
  hashOf,
  newToken,
  type Place,
  type ShownSession,
  tokenIn,
  type Visit,
} from "#lib/server/http/session-cookie.ts";
import type { Person } from "./session.ts";
import type { Database } from "#lib/store/engine/database.ts";
import {
  addPasskey,
  keepChallenge,
  passkeysOf,
  proveByPasskey,
  removePasskey,
  signInByPasskey,
  takeChallenge,
  type VerifiedPasskey,
} from "#lib/store/people/passkeys.ts";
import { personBy } from "#lib/store/people/people.ts";
import type { PasskeyChallengesTable, PasskeyRow } from "#lib/store/schema/people-tables.ts";
import type { Entered } from "./new-session.ts";
import type { Failures } from "./failures.ts";
import type { TeamRefusal } from "./refusal.ts";
import { newSession } from "./new-session.ts";

/** What a browser is asked to do, in the shape of the library on the other side. */
type Asked = { options: object } | { refused: TeamRefusal };
type Purpose = PasskeyChallengesTable["purpose"];

/** Passkeys: the second factor of people who have one, and their proof where a fresh one is needed. */
export type Passkeys = {
  /** False where people reach the app by an IP address, for which browsers have no passkeys. */
  arePossible: boolean;
  listOf: (person: Pick<Person, "id">) => Promise<OwnPasskey[]>;
  beginAdding: (person: Person, shown: ShownSession) => Promise<Asked>;
  add: (
    person: Person,
    given: { name: string; response: object },
    shown: ShownSession,
  ) => Promise<"added" | TeamRefusal>;
  /** False when the person has no such passkey. */
  remove: (person: Person, id: string, shown: ShownSession) => Promise<boolean>;
  beginProving: (person: Person, shown: ShownSession) => Promise<Asked>;
  prove: (person: Person, response: object, shown: ShownSession) => Promise<"confirmed" | TeamRefusal>;
  /**
   * For somebody who gave their password and has a passkey: the challenge, and the key of this attempt. Null for
   * everybody else.
   */
  beginSignIn: (personId: string) => Promise<{ attempt: string; options: object } | null>;
  signIn: (given: { attempt: string; response: object }, visit: Visit) => Promise<Entered>;
};

/** How long a challenge is valid. */
const lifetimeMs = 5 * 60 * 1000;

type Options = { database: Database; failures: Failures; place: Place; origin: string };

/** Passkeys for the host name by which people reach the app, and for no other. */
export function passkeysIn({ database, failures, place, origin }: Options): Passkeys {
  const rpId = new URL(origin).hostname;
  const arePossible = isIP(rpId.replace(/^\[|\]$/g, "")) === 0;
  // Loaded on demand: large, and few requests need it.
  const library = () => import("@simplewebauthn/server");
  const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true };

  async function asked<Options extends { challenge: string }>(
    options: Options,
    of: { personId: string; purpose: Purpose; boundTo: string },
  ): Promise<{ options: Options }> {
    await keepChallenge(database, { ...of, challengeHash: hashOf(options.challenge), lifetimeMs });
    return { options };
  }

  async function toShow(passkeys: PasskeyRow[], of: { personId: string; purpose: Purpose; boundTo: string }) {
    const { generateAuthenticationOptions } = await library();
    const usable = passkeys.filter(({ copied_at }) => copied_at === null);
    const allowCredentials = usable.map(({ id, transports_json }) => ({
      id,
      transports: transportsOf(transports_json),
    }));
    const wanted = { rpID: rpId, allowCredentials, userVerification: "required", timeout: lifetimeMs } as const;
    return asked(await generateAuthenticationOptions(wanted), of);
  }

  /** Takes the challenge of an answer, with the person it was made for; a stranger's answer changes nothing. */
  async function taken(
    response: object,
    { purpose, boundTo }: { purpose: Purpose; boundTo: string },
  ): Promise<{ personId: string; challenge: string } | null> {
    const challenge = challengeIn(response);
    if (challenge === null) return null;
    const personId = await takeChallenge(database, { challengeHash: hashOf(challenge), purpose, boundTo });
    return personId === null ? null : { personId, challenge };
  }

  /** The passkey that signed an answer; null when it is not this person's, or the signature does not fit. */
  async function verified(
    given: object,
    { personId, challenge }: { personId: string; challenge: string },
  ): Promise<VerifiedPasskey | null> {
    // The library checks every field that it reads.
    const response = given as AuthenticationResponseJSON;
    const passkey = (await passkeysOf(database, personId)).find(({ id }) => id === response.id);
    if (passkey === undefined) return null;
    const { id, public_key, transports_json } = passkey;
    const publicKey = new Uint8Array(Buffer.from(public_key, "base64url"));
    // The counter is compared in the transaction that stores it, so that of two uses at once one is noticed.
    const credential = { id, publicKey, counter: 0, transports: transportsOf(transports_json) };
    const { verifyAuthenticationResponse } = await library();
    const found = await orNull(
      verifyAuthenticationResponse({ response, ...expected, expectedChallenge: challenge, credential }),
    );
    return found?.verified === true ? { id, personId, counter: found.authenticationInfo.newCounter } : null;
  }

  return {
    arePossible,
    listOf: async ({ id }) =>
      (await passkeysOf(database, id)).map((row) => ({
        id: row.id,
        name: row.name,
        addedAt: row.created_at,
        lastUsedAt: row.last_used_at,
        isCopied: row.copied_at !== null,
      })),
    beginAdding: async (person, shown) => {
      const token = tokenIn(shown, place);
      if (!arePossible || token === null) return { refused: "no-passkeys-here" };
      const { generateRegistrationOptions } = await library();
      const own = await passkeysOf(database, person.id);
      const options = await generateRegistrationOptions({
        rpName: "Countersign",
        rpID: rpId,
        userName: (await personBy(database, { id: person.id }))?.email ?? person.name,
        userDisplayName: person.name,
        userID: new TextEncoder().encode(person.id),
        attestationType: "none",
        excludeCredentials: own.map(({ id, transports_json }) => ({ id, transports: transportsOf(transports_json) })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        timeout: lifetimeMs,
      });
      return asked(options, { personId: person.id, purpose: "add", boundTo: hashOf(token) });
    },
    add: async (person, { name, response }, shown) => {
      const token = tokenIn(shown, place);
      if (token === null) return "passkey-refused";
      const found = await taken(response, { purpose: "add", boundTo: hashOf(token) });
      if (found?.personId !== person.id) return "passkey-refused";
      const { verifyRegistrationResponse } = await library();
      const given = response as RegistrationResponseJSON;
      const made = await orNull(
        verifyRegistrationResponse({ response: given, ...expected, expectedChallenge: found.challenge }),
      );
      if (made?.verified !== true) return "passkey-refused";
      const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
      const key = { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
      const outcome = await addPasskey(database, { ...key, personId: person.id, tokenHash: hashOf(token), name });
      return outcome === "known" ? "passkey-known" : outcome;
    },
    remove: async ({ id: personId }, id, shown) => {
      const token = tokenIn(shown, place);
      return token !== null && removePasskey(database, { personId, id, tokenHash: hashOf(token) });
    },
    beginProving: async (person, shown) => {
      const token = tokenIn(shown, place);
      const passkeys = await passkeysOf(database, person.id);
      if (token === null || passkeys.length === 0) return { refused: "no-passkey" };
      return toShow(passkeys, { personId: person.id, purpose: "prove", boundTo: hashOf(token) });
    },
    prove: async (person, response, shown) => {
      const token = tokenIn(shown, place);
      if (token === null) return "passkey-refused";
      const found = await taken(response, { purpose: "prove", boundTo: hashOf(token) });
      const passkey = found?.personId === person.id ? await verified(response, found) : null;
      const isProved = passkey !== null && (await proveByPasskey(database, passkey, hashOf(token)));
      return isProved ? "confirmed" : "passkey-refused";
    },
    beginSignIn: async (personId) => {
      const passkeys = await passkeysOf(database, personId);
      if (passkeys.length === 0) return null;
      const attempt = newToken();
      return { attempt, ...(await toShow(passkeys, { personId, purpose: "sign-in", boundTo: hashOf(attempt) })) };
    },
    signIn: async ({ attempt, response }, visit) => {
      const found = await taken(response, { purpose: "sign-in", boundTo: hashOf(attempt) });
      // Only somebody with the right password has an attempt, so strangers write nothing here.
      if (found === null) return { refused: "passkey-wrong" };
      const passkey = await verified(response, found);
      const { entrance, session } = newSession(visit, place, "now");
      if (passkey !== null && (await signInByPasskey(database, passkey, session))) return entrance;
      const email = (await personBy(database, { id: found.personId }))?.email ?? null;
      await failures.note({ kind: "sign-in-failed", by: "passkey", reason: "passkey-refused" }, email);
      return { refused: "passkey-wrong" };
    },
  };
}

/** The library throws when it refuses. */
async function orNull<Result>(checking: Promise<Result>): Promise<Result | null> {
  try {
    return await checking;
  } catch {
    return null;
  }
}

function transportsOf(json: string): NonNullable<RegistrationResponseJSON["response"]["transports"]> {
  // `addPasskey` wrote it, from the library's own value.
  return JSON.parse(json) as NonNullable<RegistrationResponseJSON["response"]["transports"]>;
}

/** The challenge that an answer names; its signature is checked later. */
function challengeIn(given: object): string | null {
  const { response } = given as { response?: { clientDataJSON?: unknown } };
  try {
    const said: unknown = JSON.parse(Buffer.from(String(response?.clientDataJSON), "base64url").toString("utf8"));
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
