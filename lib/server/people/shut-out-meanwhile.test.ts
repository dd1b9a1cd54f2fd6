import { beforeEach, expect, test } from "vitest";
import { Authenticator } from "#e2e/support/authenticator.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { password, quickHash, recordedKinds, testTeam } from "#e2e/support/test-team.ts";
import { keysIn } from "./keys.ts";
import type { PasswordHash } from "./password-hash.ts";
import { hashOf } from "#lib/server/http/session-cookie.ts";
import { connectAccount } from "#lib/store/people/connect-account.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { makeReset, resetPassword } from "#lib/store/people/password-resets.ts";
import { setDisabled, signOutOther } from "#lib/store/people/people.ts";
import { subscribe, subscriptionsOf } from "#lib/store/people/push-subscriptions.ts";

/** What happens after a password was hashed or found right, before anything comes of it. */
let meanwhile: () => Promise<unknown> = async () => {};

async function then<Result>(done: Promise<Result>): Promise<Result> {
  const result = await done;
  await meanwhile();
  return result;
}

const passwordHash: PasswordHash = {
  hash: (given) => then(quickHash.hash(given)),
  verify: (stored, given) => then(quickHash.verify(stored, given)),
};

const at = { origin: "http://localhost:3000", rpId: "localhost" };
const email = "rae@example.com";
const next = "another horse battery";

let database: Database;
let here: ReturnType<typeof testTeam>;
let rae: string;
let raeId: string;
let ownerId: string;

beforeEach(async () => {
  meanwhile = async () => {};
  database = await openTestDatabase();
  here = testTeam(database, { publicOrigin: at.origin, passwordHash });
  const owner = await here.setUp();
  rae = await here.join(owner, email, "reviewer");
  ownerId = (await here.personOf(owner)).id;
  raeId = (await here.personOf(rae)).id;
});

/** The owner hands Rae a link, and Rae has used it in another browser. */
async function reset(): Promise<void> {
  const by = { actorId: ownerId, personId: raeId };
  await makeReset(database, { ...by, keyHash: "link", lifetimeMs: 60_000 });
  const session = {
    tokenHash: "of the link",
    formerHash: null,
    provedAt: "now" as const,
    browser: null,
    mark: { tokenHash: "mark", formerHash: null },
  };
  const chosen = { accountId: "chosen", passwordHash: "chosen by the link" };
  await resetPassword(database, { keyHash: "link", password: chosen, session });
}

const shutOut: { [How in string]: () => Promise<unknown> } = {
  "whose password is reset": reset,
  "who is disabled": () => setDisabled(database, { actorId: ownerId, personId: raeId, disabled: true }),
  "who is signed out by the owner": () => signOutOther(database, { actorId: ownerId, personId: raeId }),
};

/** Everything by which somebody can come in, act or be told later. */
async function lasting() {
  const { db } = database;
  const accounts = await db
    .selectFrom("accounts")
    .select(["provider", "password_hash"])
    .where("person_id", "=", raeId)
    .execute();
  const counts = await Promise.all([
    db.selectFrom("api_keys").select("id").where("person_id", "=", raeId).execute(),
    db.selectFrom("passkeys").select("id").where("person_id", "=", raeId).execute(),
    db.selectFrom("sessions").select("token_hash").where("person_id", "=", raeId).execute(),
    db.selectFrom("known_browsers").select("token_hash").where("person_id", "=", raeId).execute(),
  ]);
  return {
    accounts,
    counts: counts.map((rows) => rows.length),
    devices: (await subscriptionsOf(database, raeId)).length,
  };
}

test.each(Object.keys(shutOut))(
  "B11, B21: of somebody %s nothing comes later of what was asked for before",
  async (how) => {
    const person = await here.personOf(rae);
    const tokenHash = hashOf(rae.slice(rae.indexOf("=") + 1));
    const by = { personId: raeId, tokenHash };
    const passkey = new Authenticator(at);
    const adding = await here.team.passkeys.beginAdding(person, rae);
    if ("refused" in adding) throw new Error(adding.refused);
    const response = passkey.make(adding.options);
    await shutOut[how]?.();
    const before = await lasting();
    const asked = { name: "ci", scopes: ["approvals:read" as const], days: 1 };
    expect(await keysIn(database).make({ person, tokenHash }, asked)).toBe("signed-out");
    // A reset forgets what a passkey was asked to sign.
    expect(["signed-out", "passkey-refused"]).toContain(
      await here.team.passkeys.add(person, { name: "Laptop", response }, rae),
    );
    const account = { id: "a", subject: "somebody at the organisation" };
    expect(await connectAccount(database, { ...by, account })).toBe("connecting-ended");
    const device = { id: "d", person_id: raeId, endpoint: "https://push.example", p256dh: "", auth: "", label: "" };
    expect(await subscribe(database, { ...device, tokenHash }, 20)).toBe("signed-out");
    expect(await lasting()).toEqual(before);
  },
);

test.each(Object.keys(shutOut))(
  "B11, B21: somebody %s while their new password is hashed keeps the one they have",
  async (how) => {
    const person = await here.personOf(rae);
    let hashes = 0;
    let before: Awaited<ReturnType<typeof lasting>> | null = null;
    meanwhile = async () => {
      hashes += 1;
      // First the present one is looked at, then the next is hashed.
      if (hashes !== 2) return;
      await shutOut[how]?.();
      before = await lasting();
    };
    expect(await here.team.signInWays.changePassword(person, { current: password, next }, rae)).toBe("signed-out");
    expect(before).not.toBeNull();
    expect(await lasting()).toEqual(before);
    expect(await recordedKinds(database)).not.toContain("password-changed");
  },
);

test.each(["whose password is reset", "who is disabled"])(
  "B11, B21: somebody %s while their password is looked at is not let in by it",
  async (how) => {
    let before: Awaited<ReturnType<typeof lasting>> | null = null;
    meanwhile = async () => {
      meanwhile = async () => {};
      await shutOut[how]?.();
      before = await lasting();
    };
    expect(await here.team.signInWays.byPassword({ email, password }, null)).toEqual({ refused: "wrong" });
    expect(before).not.toBeNull();
    expect(await lasting()).toEqual(before);
  },
);

test("B21: a password that was changed is good for nothing more, also where it was found right a moment before", async () => {
  const person = await here.personOf(rae);
  let changed: unknown = null;
  meanwhile = async () => {
    meanwhile = async () => {};
    changed = await here.team.signInWays.changePassword(person, { current: password, next }, rae);
  };
  expect(await here.team.signInWays.byPassword({ email, password }, null)).toEqual({ refused: "wrong" });
  expect(changed).toBe("changed");
  expect((await lasting()).counts[2]).toBe(1);
});
