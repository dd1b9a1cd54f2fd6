import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { sessionOf } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { signIn, type NewSession } from "./accounts.ts";
import { holdAnswerers } from "./answerer-predicates.ts";
import { connectAccount } from "./connect-account.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { presentHands } from "./hands.ts";
import { roleNow } from "./hold-session.ts";
import { joinByInvitation } from "./join-by-invitation.ts";
import { insertKey } from "./keys.ts";
import { resetPassword } from "./password-resets.ts";
import { setDisabled } from "./people.ts";
import { subscribe, subscriptionsOf } from "./push-subscriptions.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

let database: Database;
let asking: string;

const sessionWith = (tokenHash: string): NewSession => ({
  tokenHash,
  formerHash: null,
  provedAt: "now",
  browser: null,
  mark: { tokenHash: `mark of ${tokenHash}`, formerHash: null },
});

beforeEach(async () => {
  database = await openTestDatabase();
  const { db } = database;
  for (const [id, role] of [
    ["olga", "owner"],
    ["ada", "admin"],
  ] as const) {
    const row = { id, name: id, email: `${id}@example.com`, role, created_at: 1 };
    await db.insertInto("people").values(row).execute();
  }
  await db.insertInto("instance").values({ key: "owner", value: "olga" }).execute();
  const account = { id: "a", person_id: "ada", provider: "password" as const, subject: "ada" };
  await db
    .insertInto("accounts")
    .values({ ...account, password_hash: "old", created_at: 1, changed_at: 1 })
    .execute();
  const later = 9_000_000_000_000;
  await db
    .insertInto("password_resets")
    .values({ person_id: "ada", key_hash: "reset", expires_at: later, made_by: "olga" })
    .execute();
  const invitation = { id: "i", key_hash: "invitation", email: "mo@example.com", role: "member" as const };
  await db
    .insertInto("invitations")
    .values({ ...invitation, invited_by: "ada", created_at: 1, expires_at: later })
    .execute();
  asking = await sessionOf(database, "ada");
});

const reset = () =>
  resetPassword(database, {
    keyHash: "reset",
    password: { accountId: "b", passwordHash: "new" },
    session: sessionWith("of the reset"),
  });
const disable = () => setDisabled(database, { actorId: "olga", personId: "ada", disabled: true });

/** Begins both, one after the other, so that each runs until its audit record. */
async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let both: Promise<unknown[]> = Promise.resolve([]);
  await inTransaction(database, async (trx) => {
    await sql`lock table audit in share mode`.execute(trx);
    const one = first();
    await waiting(1);
    both = Promise.all([one, second()]);
    await waiting(2);
  });
  await both;
}

async function waiting(count: number): Promise<void> {
  const look = async () => {
    const { rows } = await sql<{ n: number }>`select count(distinct pid) as n from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(database.db);
    return Number(rows[0]?.n);
  };
  await expect.poll(look).toBe(count);
}

const made: { [What in string]: () => Promise<unknown> } = {
  "a key": () =>
    insertKey(database, {
      id: "k",
      personId: "ada",
      tokenHash: asking,
      name: "ci",
      keyHash: "",
      scopes: ["approvals:read"],
      lifetimeMs: 60_000,
    }),
  "a device": () =>
    subscribe(
      database,
      { id: "d", person_id: "ada", tokenHash: asking, endpoint: "https://p.example", p256dh: "", auth: "", label: "" },
      20,
    ),
  "a connected account": () =>
    connectAccount(database, { personId: "ada", tokenHash: asking, account: { id: "c", subject: "s" } }),
  "a session by the old password": () =>
    signIn(database, "ada", sessionWith("late"), { by: "password", passwordHash: "old" }),
};

async function left() {
  const { db } = database;
  const [keys, connected, sessions, devices] = await Promise.all([
    db.selectFrom("api_keys").select("id").where("revoked_at", "is", null).execute(),
    db.selectFrom("accounts").select("id").where("provider", "=", "oidc").execute(),
    db.selectFrom("sessions").select("token_hash").where("token_hash", "!=", "of the reset").execute(),
    subscriptionsOf(database, "ada"),
  ]);
  return [...keys, ...connected, ...sessions, ...devices];
}

const ways = Object.keys(made).flatMap((what) => [[what, "before"] as const, [what, "after"] as const]);

test.each(ways)(
  "B21: %s that is made at the moment of a reset, just %s it, does not outlast it",
  async (what, when) => {
    const make = async () => made[what]?.();
    await (when === "before" ? atOnce(make, reset) : atOnce(reset, make));
    expect(await left()).toEqual([]);
  },
);

test.each(ways.filter(([what]) => what !== "a connected account"))(
  "B11: %s that is made at the moment in which its person is disabled, just %s it, does not outlast it",
  async (what, when) => {
    const make = async () => made[what]?.();
    await (when === "before" ? atOnce(make, disable) : atOnce(disable, make));
    expect(await left()).toEqual([]);
  },
);

test.each([
  ["answers", (trx: Trx) => holdAnswerers(database, trx, { approvalId: "a", personId: "ada" })],
  ["acts by a role", (trx: Trx) => roleNow(database, trx, "ada")],
])("B11: whoever %s again and again keeps nobody from shutting them out", async (_, hold) => {
  const [held, first, second] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const holding = (until = Promise.resolve()) =>
    inTransaction(database, async (trx) => {
      await hold(trx);
      held?.resolve();
      await until;
    });
  const one = holding(first?.promise);
  await held?.promise;
  const shutOut = disable();
  await waiting(1);
  const other = holding(second?.promise);
  try {
    // Behind whoever shuts them out: one who passed would be followed by the next.
    await waiting(2);
    first?.resolve();
    await Promise.all([one, shutOut]);
  } finally {
    for (const hold of [first, second]) hold?.resolve();
  }
  await other;
});

test.each(["above", "below"])(
  "B17: of two links of a chain that are made at one moment, the one %s first, neither is missed",
  async (which) => {
    const join = () =>
      joinByInvitation(database, {
        keyHash: "invitation",
        person: { id: "mo", name: "Mo" },
        password: { accountId: "m", passwordHash: "" },
        session: sessionWith("mo's"),
      });
    await (which === "above" ? atOnce(reset, join) : atOnce(join, reset));
    const hands = (await presentHands(database)).map(({ personId, byId }) => `${byId} on ${personId}`);
    expect(hands.toSorted()).toEqual(["ada on mo", "olga on ada", "olga on mo"]);
  },
);
