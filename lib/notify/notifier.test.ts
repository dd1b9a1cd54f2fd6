import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { messageSink, type MessageSink, type Received } from "#e2e/support/message-sink.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { pushBrowser, vapidClaims } from "#e2e/support/push-browser.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { allWebhooks, addWebhook } from "#lib/store/notify/webhooks.ts";
import { chooseLanguage } from "#lib/store/people/language.ts";
import { subscribe, subscriptionsOf } from "#lib/store/people/push-subscriptions.ts";
import { record } from "#lib/store/audit/record.ts";
import { startNotifier, type Notifier } from "./notifier.ts";
import { safePost, type SafePost } from "./safe-post.ts";
import { newWebhookSecret } from "./signed-headers.ts";

const secretArgument = "4000-0000-0000-0002";
const pay = { name: "pay", args: { card: secretArgument, amount: 5 } };

async function world(): Promise<GateWorld> {
  return gateWorld({ tools: [fakeTool("pay", { flag: "always", title: "Pay a bill", risk: 3 })] });
}

async function sink(): Promise<MessageSink> {
  const opened = await messageSink();
  onTestFinished(opened.close);
  return opened;
}

/** `timeoutMs` is how long an answer is waited for, `reading` is called each time that somebody turns to the store. */
type Telling = { timeoutMs?: number; tries?: number; post?: SafePost["post"]; reading?: () => void };

/** A process that tells. */
function notifierOf(
  { store, log }: GateWorld,
  { timeoutMs = 5_000, tries = 3, post: given, reading = () => {} }: Telling = {},
): Notifier {
  const { post, close } = safePost({ mayBePrivate: true, timeoutMs });
  const toPublic = safePost({ mayBePrivate: false, timeoutMs });
  let count = 0;
  const say = (level: "info" | "warn" | "error") => (message: string, fields?: Record<string, unknown>) => {
    log.push({ level, message, fields: fields ?? {} });
  };
  const notifier = startNotifier({
    get database() {
      reading();
      return store;
    },
    secrets: testSecrets(),
    post: given ?? post,
    publicPost: given ?? toPublic.post,
    origin: "https://countersign.test",
    newId: () => `msg-${process.hrtime.bigint()}-${(count += 1)}`,
    log: { info: say("info"), warn: say("warn"), error: say("error") },
    pausesMs: Array.from({ length: tries - 1 }, () => 1_000),
    lookEveryMs: 20,
  });
  onTestFinished(async () => {
    await notifier.stop();
    await Promise.all([close(), toPublic.close()]);
  });
  return notifier;
}

async function webhook(
  { store, person }: GateWorld,
  url: string,
  { kind = "signed", withArguments = 0 }: { kind?: "signed" | "slack"; withArguments?: 0 | 1 } = {},
): Promise<{ id: string; secret: string }> {
  const id = `hook-${(await allWebhooks(store)).length}`;
  const secret = newWebhookSecret();
  await addWebhook(
    store,
    person.id,
    { id, kind, url, secret, with_arguments: withArguments, key_id: null, host: "h" },
    20,
  );
  return { id, secret };
}

/** A browser of the person's, for push messages. */
async function device({ store }: GateWorld, given: { id: string; endpoint: string }): Promise<void> {
  const tokenHash = await sessionOf(store, "p1");
  await subscribe(store, { ...given, person_id: "p1", tokenHash, ...pushBrowser().keys, label: "" }, 20);
}

function verified({ headers, body }: Received, secret: string): { type: string; data: Record<string, unknown> } {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body.toString()}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  return JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> };
}

const deliveries = ({ store }: GateWorld) => store.db.selectFrom("deliveries").selectAll().execute();
const outbox = ({ store }: GateWorld) => store.db.selectFrom("outbox").selectAll().execute();

test("N1: a signed webhook hears of what opens and how it was settled, without arguments unless they are switched on", async () => {
  const here = await world();
  const [plain, full] = [await sink(), await sink()];
  const hook = await webhook(here, plain.url);
  const fullHook = await webhook(here, full.url, { withArguments: 1 });
  notifierOf(here);
  const chat = await here.begin([{ calls: [pay] }, { text: "done" }]);
  await plain.until(1);
  const [open] = await here.open(chat);
  await here.settle(chat, "decline", { note: "not today" });
  await Promise.all([plain.until(2), full.until(2)]);
  const messages = plain.received.map((message) => verified(message, hook.secret));
  expect(messages.map(({ type }) => type)).toEqual(["approval.opened", "approval.settled"]);
  expect(messages[0]?.data).toMatchObject({
    approvalId: open!.id,
    status: "pending",
    tool: { name: "pay", title: "Pay a bill" },
    requestedBy: { id: "p1", name: "Kim" },
    url: `https://countersign.test/inbox?card=${open!.id}`,
  });
  expect(messages[1]?.data).toMatchObject({ status: "declined", decision: { action: "decline", by: "Kim" } });
  expect(plain.received.map(({ body }) => body.toString()).join()).not.toContain(secretArgument);
  expect(new Set(plain.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  expect(verified(full.received[0]!, fullHook.secret).data["arguments"]).toEqual(pay.args);
  await until(async () => (await deliveries(here)).length === 0, "nothing left to tell");
  expect((await allWebhooks(here.store)).map(({ last_problem }) => last_problem)).toEqual([null, null]);
});

test("N2: a Slack webhook gets words and a link to the card, and nothing in it commands Slack or approves", async () => {
  const here = await gateWorld({
    tools: [fakeTool("pay", { flag: "always", title: "<!channel> *pay* & <http://x|y>" })],
  });
  const slack = await sink();
  await here.store.db.updateTable("people").set({ email: "kim@example.com" }).where("id", "=", "p1").execute();
  await webhook(here, slack.url, { kind: "slack" });
  notifierOf(here);
  const chat = await here.begin([{ calls: [pay] }]);
  await slack.until(1);
  const text = slack.received[0]!.body.toString();
  const body = JSON.parse(text) as { text: string; blocks: unknown[] };
  expect(body.text).toContain("Approval needed");
  expect(body.blocks).toHaveLength(3);
  expect(JSON.stringify(body.blocks[1])).toContain("asked by kim@example.com (Kim)");
  expect(text).not.toContain("<!channel>");
  expect(text).not.toContain("<http://x");
  expect(text).not.toContain(secretArgument);
  expect(text.match(/<https[^>]*>/g)).toEqual([
    `<https://countersign.test/inbox?card=${(await here.open(chat))[0]!.id}|Look at it in Countersign>`,
  ]);
  expect(slack.received[0]!.headers["webhook-signature"]).toBeUndefined();
});

test("N3: a message that does not arrive is sent again under the same id, later each time, then given up and shown as failed", async () => {
  const here = await world();
  const broken = await sink();
  await webhook(here, broken.url);
  broken.answer(500);
  notifierOf(here, { tries: 3 });
  await here.begin([{ calls: [pay] }]);
  for (const tries of [1, 2, 3]) {
    await broken.until(tries);
    // A message on its way is held for a minute.
    const isNoted = (row: { state: string; next_at: number; created_at: number }) =>
      row.state === "dead" || row.next_at - row.created_at < 20_000;
    await until(async () => (await deliveries(here)).every(isNoted), "the try to be noted");
    await here.advance(1_500);
  }
  await until(async () => (await deliveries(here))[0]?.state === "dead", "the message to be given up");
  await here.advance(100_000);
  expect((await allWebhooks(here.store))[0]).toMatchObject({ last_problem: "It answered 500." });
  expect(here.log.map(({ message }) => message)).toContain("notifications.given-up");
  broken.answer(200);
  await here.begin([{ calls: [pay] }]);
  await broken.until(4);
  const [one, two, three, next] = broken.received.map(({ headers }) => headers["webhook-id"]);
  expect([two, three]).toEqual([one, one]);
  expect(next, "what was given up is not sent again").not.toBe(one);
  await until(async () => (await allWebhooks(here.store))[0]!.last_problem === null, "the webhook to be well again");
});

test("N4: webhooks that hang, never end, redirect or answer garbage hold up nobody", async () => {
  const here = await world();
  const [hanging, endless, redirecting, well, elsewhere] = await Promise.all([sink(), sink(), sink(), sink(), sink()]);
  hanging.answer("hang");
  endless.answer("endless");
  redirecting.answer({ redirect: elsewhere.url });
  for (const { url } of [hanging, endless, redirecting, well]) await webhook(here, url);
  notifierOf(here, { timeoutMs: 2_000 });
  const chats = await Promise.all(Array.from({ length: 6 }, () => here.begin([{ calls: [pay] }, { text: "done" }])));
  await Promise.all([well.until(6), endless.until(6), redirecting.until(6)]);
  expect(elsewhere.received).toHaveLength(0);
  for (const chat of chats) expect(await here.settle(chat, "accept")).toHaveProperty("decided");
  await well.until(12);
  await until(async () => {
    const problems = (await allWebhooks(here.store)).map(({ last_problem }) => last_problem);
    return (
      problems[0]?.startsWith("There was no answer") === true && problems[2]?.startsWith("It answered 307") === true
    );
  }, "the problems to be noted");
  expect((await allWebhooks(here.store)).map(({ last_problem }) => last_problem)[1]).toBeNull();
});

test("N4: the browsers of one person, however many of them hang, hold up nobody else", async () => {
  const here = await world();
  const [hanging, well] = await Promise.all([sink(), sink()]);
  hanging.answer("hang");
  for (let id = 0; id < 17; id += 1) await device(here, { id: `sub-${id}`, endpoint: `${hanging.url}${id}` });
  await Promise.all(Array.from({ length: 4 }, () => here.begin([{ calls: [pay] }])));
  notifierOf(here, { timeoutMs: 120_000 });
  await hanging.until(4);
  await webhook(here, well.url);
  await here.begin([{ calls: [pay] }]);
  await well.until(1);
  await hanging.close();
});

test("N4: places that failed a moment ago and hang now, however many, leave half of what is sent at once to others", async () => {
  const here = await world();
  const [hanging, well] = await Promise.all([sink(), sink()]);
  hanging.answer(503);
  for (let at = 0; at < 19; at += 1) await webhook(here, `${hanging.url}${at}`);
  await webhook(here, well.url);
  notifierOf(here, { timeoutMs: 120_000 });
  await here.begin([{ calls: [pay] }]);
  const failed = async () => (await allWebhooks(here.store)).filter(({ last_problem }) => last_problem !== null).length;
  await until(async () => (await failed()) === 19, "all of them to have failed");
  hanging.answer("hang");
  await Promise.all(Array.from({ length: 12 }, () => here.begin([{ calls: [pay] }])));
  await well.until(13);
  // Each has its turn, and more of them wait.
  await hanging.until(19 + 32);
  await hanging.close();
});

test("N4: others have a turn between two of many messages that are due at once", async () => {
  const here = await world();
  for (let id = 0; id < 4; id += 1) await device(here, { id: `sub-${id}`, endpoint: `https://push.example.com/${id}` });
  for (let at = 0; at < 20; at += 1) await webhook(here, `https://hooks.example.com/${at}`);
  await here.begin([{ calls: [pay] }]);
  let turn = 0;
  let timer = setImmediate(function next() {
    turn += 1;
    timer = setImmediate(next);
  });
  // Each message turns to the store as it begins; what comes of that may come for many in one turn.
  const turns = new Set<number>();
  let sent = 0;
  notifierOf(here, { post: async () => ({ status: (sent += 1) && 201 }), reading: () => turns.add(turn) });
  await until(async () => sent === 24, "all of them to be sent");
  clearImmediate(timer);
  expect(turns.size).toBeGreaterThanOrEqual(24);
});

test("N5: two processes on one store send every message once", async () => {
  const here = await world();
  const place = await sink();
  await webhook(here, place.url);
  notifierOf(here);
  notifierOf(here);
  await Promise.all(Array.from({ length: 12 }, () => here.begin([{ calls: [pay] }])));
  await place.until(12);
  await until(async () => (await deliveries(here)).length === 0, "everything to be told");
  expect(place.received).toHaveLength(12);
});

test("N6: a message that a dead process left unsent is sent by the next", async () => {
  const here = await world();
  const place = await sink();
  await webhook(here, place.url);
  const chat = await here.begin([{ calls: [pay] }]);
  expect(await outbox(here)).toHaveLength(1);
  await here.crash();
  await here.settle(chat, "decline");
  notifierOf(here);
  await place.until(2);
});

test("N7: the outbox is written with the change itself, and not at all where nobody is told", async () => {
  const here = await world();
  await here.begin([{ calls: [pay] }]);
  expect(await outbox(here)).toEqual([]);
  await webhook(here, "https://hooks.example.com/");
  const failing = inTransaction(here.store, async (trx) => {
    await record(
      here.store,
      trx,
      { approvalId: "a" },
      { kind: "approval-ended", status: "expired", endedBy: "timeout" },
    );
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await outbox(here)).toEqual([]);
});

test("N8: a push is encrypted for one browser, signed by the instance, and names no argument", async () => {
  const here = await world();
  const service = await sink();
  const browser = pushBrowser();
  const { p256dh, auth } = browser.keys;
  const endpoint = `${service.url}device`;
  const tokenHash = await sessionOf(here.store, "p1");
  await subscribe(here.store, { id: "sub", person_id: "p1", tokenHash, endpoint, p256dh, auth, label: "Phone" }, 20);
  const eves = await sessionOf(here.store, "p2");
  await subscribe(
    here.store,
    { id: "eve", person_id: "p2", tokenHash: eves, endpoint: `${service.url}eve`, p256dh, auth: "x", label: "" },
    20,
  );
  notifierOf(here);
  const chat = await here.begin([{ calls: [pay] }]);
  await service.until(1);
  const [message] = service.received;
  const [open] = await here.open(chat);
  expect(browser.read(message!)).toEqual({
    v: 1,
    approvalId: open!.id,
    title: "Approval needed: Pay a bill",
    body: expect.any(String),
    personId: "p1",
  });
  expect(JSON.stringify(browser.read(message!))).not.toContain(secretArgument);
  expect(message!.body.includes(open!.id)).toBe(false);
  const claims = vapidClaims(message!);
  expect(claims).toMatchObject({ aud: new URL(service.url).origin, sub: "https://countersign.test" });
  expect(message!.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
  await here.settle(chat, "decline");
  const [next] = await here.open(await here.begin([{ calls: [pay] }]));
  await service.until(2);
  // Only the person of the chat is told, and nothing about settled cards.
  expect(service.received.map(({ path }) => path)).toEqual(["/device", "/device"]);
  expect(browser.read(service.received[1]!)).toMatchObject({ approvalId: next!.id });
});

test("N9: a browser that is gone is taken off the list, one whose service fails stays on it", async () => {
  const here = await world();
  const service = await sink();
  for (const id of ["one", "two"]) await device(here, { id, endpoint: `${service.url}${id}` });
  service.answer(503);
  notifierOf(here, { tries: 1 });
  await here.begin([{ calls: [pay] }]);
  await service.until(2);
  await until(async () => (await deliveries(here)).length === 0, "both to be given up");
  expect((await subscriptionsOf(here.store, "p1")).map(({ last_problem }) => last_problem)).toEqual([
    "It answered 503.",
    "It answered 503.",
  ]);
  service.answer(410);
  await here.begin([{ calls: [pay] }]);
  await until(async () => (await subscriptionsOf(here.store, "p1")).length === 0, "both to be taken off");
  const kinds = await here.store.db.selectFrom("audit").select("kind").where("kind", "=", "push-removed").execute();
  expect(kinds).toHaveLength(2);
});

test("N8: a push goes to those who may answer, and not to the person who asked", async () => {
  const here = await gateWorld({ tools: [fakeTool("pay", { flag: "always", who: { kind: "other" } })] });
  await here.store.db.updateTable("people").set({ role: "owner" }).where("id", "=", "p2").execute();
  const service = await sink();
  const { p256dh, auth } = pushBrowser().keys;
  for (const person of ["p1", "p2"]) {
    const endpoint = `${service.url}${person}`;
    const tokenHash = await sessionOf(here.store, person);
    await subscribe(here.store, { id: person, person_id: person, tokenHash, endpoint, p256dh, auth, label: "" }, 20);
  }
  notifierOf(here);
  await here.begin([{ calls: [pay] }]);
  await until(async () => (await outbox(here)).length + (await deliveries(here)).length === 0, "everything to be told");
  expect(service.received.map(({ path }) => path)).toEqual(["/p2"]);
});

test("N8, E9: the push of somebody who may not add webhooks stays out of private networks", async () => {
  const here = await world();
  const service = await sink();
  const { p256dh, auth } = pushBrowser().keys;
  const given = { id: "sub", person_id: "p1", p256dh, auth, endpoint: `${service.url}inside`, label: "" };
  await subscribe(here.store, { ...given, tokenHash: await sessionOf(here.store, "p1") }, 20);
  await here.store.db.updateTable("people").set({ role: "member" }).where("id", "=", "p1").execute();
  notifierOf(here, { tries: 1 });
  await here.begin([{ calls: [pay] }]);
  await until(async () => (await subscriptionsOf(here.store, "p1"))[0]?.last_at !== null, "it to be given up");
  const [subscription] = await subscriptionsOf(here.store, "p1");
  expect(subscription?.last_problem).toBe("The address must begin with https://.");
  expect(service.received).toEqual([]);
});

test("W6: a push notification is in the language that its person chose", async () => {
  const here = await world();
  const service = await sink();
  const browser = pushBrowser();
  const { p256dh, auth } = browser.keys;
  const tokenHash = await sessionOf(here.store, "p1");
  const device = { id: "sub", person_id: "p1", endpoint: `${service.url}device`, p256dh, auth, label: "Phone" };
  await subscribe(here.store, { ...device, tokenHash }, 20);
  await chooseLanguage(here.store, "p1", "de");
  notifierOf(here);
  await here.begin([{ calls: [pay] }]);
  await service.until(1);
  expect(browser.read(service.received[0]!)).toMatchObject({
    title: "Genehmigung nötig: Pay a bill",
    words: { decline: "Ablehnen", open: "Ansehen" },
  });
});
