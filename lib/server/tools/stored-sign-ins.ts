import { setTimeout as delay } from "node:timers/promises";
import { SignInRefused } from "#lib/mcp/sign-in/sign-in-refused.ts";
import type { SignIn, SignInOf, SignIns } from "#lib/mcp/sign-in/sign-ins.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import type { ServerSignInRow } from "#lib/store/schema/sign-in-tables.ts";
import {
  firstSignedIn,
  forgetSignIn,
  keepRenewed,
  mayRenew,
  signInRow,
  type OfSignIn,
} from "#lib/store/secrets/server-sign-ins.ts";

type Deps = { database: Database; secrets: Secrets };

const waitMs = 200;
const mostWaits = 150;

/** The key of a sign-in in the store. */
export function ofSignIn({ serverId, personId }: Pick<SignInOf, "serverId" | "personId">): OfSignIn {
  return { serverId, personId: personId ?? "" };
}

/** Sign-ins in the store, sealed, each for its server's address and its person alone. */
export function storedSignIns({ database, secrets }: Deps): SignIns {
  const read = async (of: SignInOf): Promise<{ signIn: SignIn; row: ServerSignInRow } | null> => {
    const row = await signInRow(database, ofSignIn(of));
    if (row === undefined || row.address !== of.address) return null;
    const opened = secrets.open(row.sealed_json, aboutSecret.serverSignIn(row));
    // Only this app writes it. What no key here opens counts as absent.
    return opened === null ? null : { signIn: JSON.parse(opened) as SignIn, row };
  };
  return {
    read: async (of) => (await read(of))?.signIn ?? null,
    anybody: ({ serverId, address }) => firstSignedIn(database, serverId, address),
    renew: async (of, token, work) => {
      const key = ofSignIn(of);
      for (let waits = 0; waits < mostWaits; waits += 1) {
        const found = await read(of);
        if (found === null) return null;
        const { row, signIn } = found;
        // Another process, or the person, was faster.
        if (signIn.accessToken !== token) return signIn;
        if (!(await mayRenew(database, key, row.sealed_json))) {
          await delay(waitMs);
          continue;
        }
        const keep = (sealed: string) => keepRenewed(database, key, { former: row.sealed_json, sealed });
        const next = await work(signIn).catch(async (error: unknown) => {
          await keep(row.sealed_json);
          throw error;
        });
        if (next !== null) await keep(secrets.seal(JSON.stringify(next), aboutSecret.serverSignIn(row)));
        else await forgetSignIn(database, { ...key, by: null, why: "refused" }, row.sealed_json);
        return next;
      }
      throw new SignInRefused("Its sign-in is being renewed by another process, which takes too long.");
    },
  };
}
