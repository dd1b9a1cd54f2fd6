import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(path.resolve(import.meta.dirname, "../../../public/service-worker.js"), "utf8");

type Shown = { title: string; tag?: string; body?: string; data?: unknown; actions?: { action: string }[] };
type Posted = { path: string; method: string; body: unknown; proof: string | undefined; person: string | undefined };
type Client = { visibilityState: string; told: unknown[] };

/** The storage of the app's origin, in which its pages have kept this. */
function keeping(proof: string) {
  const asked = <Result>(result: Result) => {
    const request = { result, onsuccess: () => {} };
    setImmediate(() => request.onsuccess());
    return request;
  };
  const store = { objectStore: () => ({ get: () => asked(proof) }) };
  return { open: () => asked({ transaction: () => store, close: () => {} }) };
}

/** The service worker in a simulated browser. */
function worker({ clients = [], answer = { status: 200 } }: { clients?: Client[]; answer?: object | "away" } = {}) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const posted: Posted[] = [];
  const opened: string[] = [];
  const windows = clients.map((client) => ({
    ...client,
    focus: async () => {},
    postMessage: (message: unknown) => client.told.push(message),
  }));
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => windows, openWindow: async (address: string) => opened.push(address) },
    registration: { showNotification: async (title: string, more: object) => shown.push({ title, ...more }) },
  };
  type Sent = { method: string; body: string; headers: Record<string, string> };
  const fetch = async (address: string, { method, body, headers }: Sent) => {
    if (answer === "away") throw new TypeError("Failed to fetch");
    const [proof, person] = [headers["countersign-proof"], headers["countersign-person"]];
    posted.push({ path: address, method, body: JSON.parse(body) as unknown, proof, person });
    const { status, detail } = answer as { status: number; detail?: string };
    return { ok: status === 200, status, json: async () => ({ detail }) };
  };
  runInNewContext(source, { self, fetch, encodeURIComponent, indexedDB: keeping("the page's proof") });
  const fire = async (type: string, event: object) => {
    let done: unknown = null;
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  const push = (message: unknown) => fire("push", { data: { json: () => message } });
  const press = (action: string, data: object = { approvalId: "a/1", personId: "p1" }) =>
    fire("notificationclick", { action, notification: { data, tag: "t", close: () => {} } });
  return { shown, posted, opened, push, press };
}

const message = { v: 1, approvalId: "a/1", personId: "p1", title: "Approval needed: Pay", body: "Chat · Countersign" };

test("N18: a push is shown with a way to decline and none to approve, unless the app is looked at", async () => {
  const alone = worker();
  await alone.push(message);
  expect(alone.shown).toMatchObject([
    {
      title: message.title,
      body: message.body,
      tag: "approval:a/1",
      data: { approvalId: "a/1", personId: "p1" },
    },
  ]);
  expect(alone.shown[0]?.actions?.map(({ action }) => action)).toEqual(["decline", "open"]);
  const seen = worker({ clients: [{ visibilityState: "visible", told: [] }] });
  await seen.push(message);
  expect(seen.shown).toEqual([]);
  for (const odd of [null, "text", {}, { v: 2, approvalId: "x" }, { v: 1, approvalId: 7 }]) {
    const strange = worker();
    await strange.push(odd);
    expect(strange.shown).toEqual([{ title: "Countersign", tag: "countersign" }]);
  }
});

test("N18, I37: Decline sends a decline, as whoever was told, and nothing else; what goes wrong is said", async () => {
  const well = worker();
  await well.press("decline");
  expect(well.posted).toEqual([
    {
      path: "/api/chat/elicitation",
      method: "POST",
      body: { approvalId: "a/1", action: "decline" },
      proof: "the page's proof",
      person: "p1",
    },
  ]);
  expect([well.shown, well.opened]).toEqual([[], []]);
  // What was shown before messages said whom they are for.
  const old = worker();
  await old.press("decline", { approvalId: "a/1" });
  expect(old.posted).toMatchObject([{ person: undefined }]);
  const late = worker({ answer: { status: 409, detail: "This was approved already." } });
  await late.press("decline");
  expect(late.shown).toMatchObject([{ title: "Not declined", body: "This was approved already." }]);
  const away = worker({ answer: "away" });
  await away.press("decline");
  expect(away.shown).toMatchObject([{ title: "Not declined" }]);
});

test("N18: any other press opens that card, in an open window if there is one", async () => {
  const address = "/inbox?card=a%2F1";
  for (const action of ["", "open", "approve", "accept"]) {
    const alone = worker();
    await alone.press(action);
    expect([alone.opened, alone.posted]).toEqual([[address], []]);
  }
  const told: unknown[] = [];
  const there = worker({ clients: [{ visibilityState: "hidden", told }] });
  await there.press("open");
  expect(told).toEqual([{ kind: "open-card", address }]);
  expect([there.opened, there.posted]).toEqual([[], []]);
});

test("W6: a push in another language brings the words of its buttons, and of what goes wrong", async () => {
  const words = {
    decline: "Ablehnen",
    open: "Ansehen",
    notDeclined: "Nicht abgelehnt",
    notReached: "Nicht erreichbar.",
  };
  const { shown, push } = worker();
  await push({ ...message, words });
  expect(shown).toMatchObject([{ actions: [{ title: "Ablehnen" }, { title: "Ansehen" }], data: { words } }]);
  const away = worker({ answer: "away" });
  await away.press("decline", { approvalId: "a/1", personId: "p1", words });
  expect(away.shown).toMatchObject([{ title: "Nicht abgelehnt", body: "Nicht erreichbar." }]);
});
