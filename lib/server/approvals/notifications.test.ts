import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { messageSink } from "#e2e/support/message-sink.ts";
import { pushBrowser } from "#e2e/support/push-browser.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { safePost } from "#lib/notify/safe-post.ts";
import { vapidKeys } from "#lib/notify/vapid.ts";
import type { Role } from "#lib/people/role.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { changePassword, openSession, signOut } from "#lib/store/people/accounts.ts";
import { endOwnSession, sessionIdOf } from "#lib/store/people/own-sessions.ts";
import { setDisabled, signOutOther } from "#lib/store/people/people.ts";
import { sealedElsewhere } from "#lib/store/schema/secrets.ts";
import { notificationsIn } from "./notifications.ts";

async function open({ mayBePrivate = true, secrets = testSecrets() } = {}) {
  const database = await openTestDatabase();
  for (const id of ["kim", "eve"]) {
    await database.db.insertInto("people").values({ id, name: id, created_at: 0 }).execute();
  }
  const { post, close } = safePost({ mayBePrivate, timeoutMs: 2_000 });
  onTestFinished(close);
  let count = 0;
  const newId = () => `id-${(count += 1)}`;
  const notifications = notificationsIn({ database, secrets, post, mayBePrivate, newId });
  const addDevice = async (personId: string, given: ReturnType<typeof device>, role: Role = "owner") =>
    notifications.addDevice({ personId, role, tokenHash: await sessionOf(database, personId) }, given);
  return { database, secrets, notifications, addDevice };
}

async function kindsIn({ db }: Database): Promise<string[]> {
  return (await db.selectFrom("audit").select("kind").orderBy("seq").execute()).map(({ kind }) => kind);
}

const device = (endpoint: string) => {
  const { p256dh, auth } = pushBrowser().keys;
  return { endpoint, p256dh, auth, label: "Phone" };
};

test("N15: the keys for push are made once, whoever asks first", async () => {
  const { database, secrets, notifications } = await open();
  const keys = await Promise.all(Array.from({ length: 5 }, () => notifications.publicKey()));
  expect(new Set(keys).size).toBe(1);
  expect((await vapidKeys(database, secrets))?.publicKey).toBe(keys[0]);
});

test("N15, B1: devices are a person's own; one that changes hands leaves the list of the first", async () => {
  const { database, notifications, addDevice } = await open();
  const phone = device("https://push.example.com/1");
  const added = await addDevice("kim", phone);
  expect(added).toHaveProperty("id");
  expect(await addDevice("kim", phone)).toEqual(added);
  const { id } = added as { id: string };
  expect(await notifications.removeDevice("eve", id)).toBe(false);
  // A person who knows only the address cannot take it away.
  await addDevice("eve", device(phone.endpoint));
  expect(await notifications.devices("kim")).toHaveLength(1);
  await addDevice("eve", phone);
  expect(await notifications.devices("kim")).toEqual([]);
  const [hers] = await notifications.devices("eve");
  expect(hers).toMatchObject({ label: "Phone", host: "push.example.com", problem: null });
  expect(await notifications.removeDevice("eve", hers!.id)).toBe(true);
  expect(await kindsIn(database)).toEqual(["push-subscribed", "push-subscribed", "push-removed", "push-removed"]);
});

test("N15: nobody has more than twenty devices", async () => {
  const { addDevice } = await open();
  for (let each = 0; each < 20; each += 1) await addDevice("kim", device(`https://p.example.com/${each}`));
  expect(await addDevice("kim", device("https://p.example.com/x"))).toHaveProperty("problem");
});

test("N16, E9: a webhook is added with a secret that is told once, tested and removed, and never into a private network", async () => {
  const { database, notifications } = await open();
  const place = await messageSink();
  onTestFinished(place.close);
  const added = await notifications.addWebhook("kim", {
    kind: "signed",
    url: `${place.url}path`,
    withArguments: true,
    keyId: null,
  });
  const { id, secret } = added as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const [listed] = await notifications.webhooks();
  expect(listed).toMatchObject({ origin: new URL(place.url).origin, withArguments: true, waiting: 0, givenUp: 0 });
  expect(JSON.stringify(listed)).not.toContain(secret);
  expect(JSON.stringify(listed)).not.toContain("/path");
  expect(await notifications.testWebhook(id)).toEqual({ problem: null });
  expect(JSON.parse(place.received[0]!.body.toString())).toMatchObject({ type: "test" });
  place.answer(500);
  expect(await notifications.testWebhook(id)).toEqual({ problem: "It answered 500." });
  expect((await notifications.webhooks())[0]).toMatchObject({ problem: "It answered 500." });
  expect(await notifications.testWebhook("unknown")).toBeNull();
  await database.db.updateTable("people").set({ role: "member" }).where("id", "=", "eve").execute();
  const hers = await notifications.addWebhook("eve", {
    kind: "signed",
    url: `${place.url}path`,
    withArguments: true,
    keyId: null,
  });
  expect(hers).toHaveProperty("problem");
  expect(await notifications.removeWebhook("kim", id)).toBe(true);
  expect(await notifications.removeWebhook("kim", id)).toBe(false);
  expect(await kindsIn(database)).toEqual(["webhook-added", "webhook-removed"]);

  const strict = await open({ mayBePrivate: false });
  for (const url of [place.url, "https://10.0.0.1/", "http://example.com/", "nonsense"]) {
    const refused = await strict.notifications.addWebhook("kim", {
      kind: "signed",
      url,
      withArguments: false,
      keyId: null,
    });
    expect(refused, url).toHaveProperty("problem");
  }
  expect(await kindsIn(strict.database)).toEqual([]);
});

test("N1: only an owner adds a webhook that sends arguments", async () => {
  const { database, notifications } = await open();
  const add = (withArguments: boolean, kind: "signed" | "slack" = "signed") =>
    notifications.addWebhook("eve", { kind, url: "https://hooks.example.com/", withArguments, keyId: null });
  await database.db.updateTable("people").set({ role: "admin" }).where("id", "=", "eve").execute();
  expect(await add(true)).toBe("not-owner");
  expect(await notifications.webhooks()).toEqual([]);
  expect(await add(false)).toHaveProperty("secret");
  expect(await add(true, "slack")).toEqual({ id: expect.any(String), secret: null });
  expect((await notifications.webhooks()).map(({ withArguments }) => withArguments)).toEqual([false, false]);
  await database.db.updateTable("people").set({ role: "owner" }).where("id", "=", "eve").execute();
  expect(await add(true)).toHaveProperty("secret");
});

test("N15, E9: only who may add webhooks subscribes an address in a private network", async () => {
  const { addDevice } = await open();
  for (const role of ["member", "reviewer"] as const) {
    for (const endpoint of ["http://127.0.0.1:9/x", "https://10.0.0.1/x", "http://push.example.com/x"]) {
      expect(await addDevice("kim", device(endpoint), role), endpoint).toHaveProperty("problem");
    }
    expect(await addDevice("kim", device(`https://push.example.com/${role}`), role)).toHaveProperty("id");
  }
  expect(await addDevice("kim", device("https://10.0.0.1/x"), "admin")).toHaveProperty("id");
  const strict = await open({ mayBePrivate: false });
  expect(await strict.addDevice("kim", device("https://10.0.0.1/x"), "owner")).toHaveProperty("problem");
});

test("N15, B11: who is signed out everywhere, or disabled, is told nothing more", async () => {
  const { database, notifications, addDevice } = await open();
  await addDevice("eve", device("https://push.example.com/eve"));
  await database.db.updateTable("people").set({ role: "member" }).where("id", "=", "eve").execute();
  await database.db.updateTable("people").set({ role: "owner" }).where("id", "=", "kim").execute();
  await signOutOther(database, { actorId: "kim", personId: "eve" });
  expect(await notifications.devices("eve")).toEqual([]);
  await addDevice("eve", device("https://push.example.com/eve"));
  await setDisabled(database, { actorId: "kim", personId: "eve", disabled: true });
  expect(await notifications.devices("eve")).toEqual([]);
});

test("I34: who changes their password ends the push messages of every browser but the one that asks anew", async () => {
  const { database, notifications, addDevice } = await open();
  await addDevice("eve", device("https://push.example.com/a-thief"));
  await addDevice("kim", device("https://push.example.com/kim"));
  const tokenHash = await sessionOf(database, "eve");
  const password = { accountId: "account", passwordHash: "hash" };
  expect(await changePassword(database, { personId: "eve", tokenHash, password })).toBe(true);
  expect(await notifications.devices("eve")).toEqual([]);
  expect(await notifications.devices("kim")).toHaveLength(1);
});

test("I35: who signs one browser out, or signs in there as somebody else, ends its push messages; who signs in anew keeps them", async () => {
  const { database, notifications } = await open();
  const add = async (personId: string, tokenHash: string) => {
    const given = device(`https://push.example.com/${personId}`);
    expect(await notifications.addDevice({ personId, role: "owner", tokenHash }, given)).toHaveProperty("id");
  };
  const devices = async () => (await notifications.devices("eve")).length;
  const signIn = async (personId: string, formerHash: string) => {
    const tokenHash = randomUUID();
    const mark = { tokenHash: randomUUID(), formerHash: null };
    const session = { tokenHash, formerHash, provedAt: "now", browser: null, mark } as const;
    await inTransaction(database, (trx) => openSession(database, trx, personId, session, "password"));
    return tokenHash;
  };
  const [here, elsewhere] = [await sessionOf(database, "eve"), await sessionOf(database, "eve")];
  await add("eve", elsewhere);
  await endOwnSession(database, { personId: "eve", id: sessionIdOf(here) });
  expect(await devices()).toBe(1);
  const anew = await signIn("eve", elsewhere);
  expect(await devices()).toBe(1);
  await endOwnSession(database, { personId: "eve", id: sessionIdOf(anew) });
  expect(await devices()).toBe(0);

  const left = await sessionOf(database, "eve");
  await add("eve", left);
  await add("kim", await sessionOf(database, "kim"));
  await signIn("kim", left);
  expect(await devices()).toBe(0);
  expect(await notifications.devices("kim")).toHaveLength(1);

  const last = await sessionOf(database, "eve");
  await add("eve", last);
  await signOut(database, last, { everywhere: false });
  expect(await devices()).toBe(0);
});

test("H17, N16: a webhook's address and secret are sealed in the store, and nothing is sent where they cannot be opened", async () => {
  const { database, notifications } = await open();
  const place = await messageSink();
  onTestFinished(place.close);
  const url = `${place.url}canary-in-the-address`;
  const added = await notifications.addWebhook("kim", { kind: "signed", url, withArguments: false, keyId: null });
  const { id, secret } = added as { id: string; secret: string };
  const row = await database.db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
  const audit = await database.db.selectFrom("audit").selectAll().execute();
  expect(JSON.stringify([row, audit])).not.toContain("canary");
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(await notifications.testWebhook(id)).toEqual({ problem: null });
  expect(place.received).toHaveLength(1);

  const { post, close } = safePost({ mayBePrivate: true, timeoutMs: 2_000 });
  onTestFinished(close);
  const other = notificationsIn({ database, secrets: testSecrets(), post, mayBePrivate: true, newId: () => "id" });
  expect(await other.testWebhook(id)).toEqual({ problem: sealedElsewhere });
  expect((await other.webhooks())[0]).toMatchObject({
    origin: "Unknown address",
    lastAt: null,
    problem: sealedElsewhere,
  });
  // Somebody who writes into the store gets no signature for an address of their own.
  await database.db
    .updateTable("webhooks")
    .set({ url: `${place.url}elsewhere` })
    .execute();
  expect(await notifications.testWebhook(id)).toEqual({ problem: sealedElsewhere });
  expect(place.received).toHaveLength(1);
  expect(await other.removeWebhook("kim", id)).toBe(true);
});

test("H17, N15: the keys for push are sealed, and another key makes no others", async () => {
  const { database, secrets, notifications } = await open();
  const publicKey = await notifications.publicKey();
  const { value } = await database.db
    .selectFrom("instance")
    .selectAll()
    .where("key", "=", "vapid")
    .executeTakeFirstOrThrow();
  expect(value).not.toContain("privateKey");
  expect(await vapidKeys(database, testSecrets())).toBeNull();
  expect((await vapidKeys(database, secrets))?.publicKey).toBe(publicKey);
});
