import type { BrowserContext, Page, Worker } from "@playwright/test";
import { messageSink, type MessageSink } from "../support/message-sink.ts";
import { pushBrowser } from "../support/push-browser.ts";
import { look } from "../support/look.ts";
import {
  approvals,
  expect,
  inboxLines,
  modelEnv,
  openChat,
  say,
  settled,
  test,
  workspaceFile,
} from "../support/story.ts";

const writing = (path: string) => ({
  call: "workspace__write_file",
  arguments: { path, content: "4000-0000-0000-0002" },
});
const secret = "4000-0000-0000-0002";

/** Notifications that the page shows, kept where a test can read and press them; and a tab that can be hidden. */
async function watchNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: EventTarget[] = [];
    class Kept extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      readonly said: { title: string; body?: string | undefined; tag?: string | undefined };
      constructor(title: string, { body, tag }: NotificationOptions = {}) {
        super();
        this.said = { title, body, tag };
        shown.push(this);
      }
      close() {}
    }
    let state = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    const hide = (next: string) => {
      state = next;
      document.dispatchEvent(new Event("visibilitychange"));
    };
    Object.assign(window, { Notification: Kept, shownNotices: shown, setVisibility: hide });
  });
}

type Window = { shownNotices: (EventTarget & { said: object })[]; setVisibility: (state: string) => void };

const notices = (page: Page) =>
  page.evaluate(() => (window as unknown as Window).shownNotices.map(({ said }) => said as { title: string }));
const setVisibility = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((next) => (window as unknown as Window).setVisibility(next), state);

test("N17: a hidden tab tells of a new card once it may, and a click opens that card", async ({ page, common }) => {
  const { app } = await common([[writing("a.txt")], [writing("b.txt")]]);
  await openChat(page, app);
  const idle = await page.context().newPage();
  await watchNotices(idle);
  await idle.goto(`${app.url}/settings/notifications`);
  await setVisibility(idle, "hidden");
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  // Even hidden it counts; but nobody has asked it to tell.
  await expect(idle).toHaveTitle("(1) Notifications · Countersign");
  expect(await notices(idle)).toEqual([]);

  await setVisibility(idle, "visible");
  await idle.getByRole("checkbox", { name: "While a tab is open but hidden" }).check();
  await setVisibility(idle, "hidden");
  await openChat(page, app);
  await say(page, "write b.txt");
  await expect(approvals(page)).toHaveCount(1);
  await expect.poll(() => notices(idle)).toHaveLength(1);
  expect(await notices(idle)).toEqual([
    {
      title: "Approval needed: Write a file",
      body: "Write b.txt · Countersign",
      tag: expect.stringMatching(/^approval:/),
    },
  ]);
  expect(JSON.stringify(await notices(idle))).not.toContain(secret);
  await idle.evaluate(() => (window as unknown as Window).shownNotices[0]?.dispatchEvent(new Event("click")));
  await setVisibility(idle, "visible");
  await expect(idle).toHaveURL(/\/inbox\?card=/);
  await expect(approvals(idle)).toBeFocused();
  await expect(approvals(idle)).toContainText("b.txt");
  await expect(inboxLines(idle)).toHaveCount(2);
});

/** A browser whose push service is the sink: the real one is on the internet. */
async function subscribeAt(page: Page, sink: MessageSink, keys: { p256dh: string; auth: string }): Promise<void> {
  await page.addInitScript(
    ({ endpoint, keys: own }) => {
      let subscribed: object | null = null;
      const fake = { toJSON: () => ({ endpoint, keys: own }) };
      PushManager.prototype.subscribe = async () => (subscribed = fake) as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null;
    },
    { endpoint: `${sink.url}device`, keys },
  );
}

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error("There is no service worker.");
  return worker;
}

type Shown = { title: string; body?: string; tag?: string; data?: unknown };
type Scope = {
  registration: { showNotification: (title: string, options: Omit<Shown, "title">) => Promise<void> };
  shown: Shown[];
} & EventTarget;

/** Keeps what the worker shows. The browser does not: in a long run it forgets what it was allowed to show, and hides it. */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown = [...scope.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
    };
  });

/** Hands a message to the worker as the browser's push service would, waits for what it does, and says what is shown. */
const deliver = (worker: Worker, message: unknown) =>
  worker.evaluate(async (data) => {
    const Made = Reflect.get(self, "PushEvent") as new (type: string, init: object) => Event;
    const event = new Made("push", { data });
    let done: Promise<unknown> = Promise.resolve();
    Object.assign(event, { waitUntil: (work: Promise<unknown>) => (done = work) });
    self.dispatchEvent(event);
    await done;
    return (self as unknown as Scope).shown;
  }, JSON.stringify(message));

/** Presses a button of the one notification that is shown, and waits for what it does. */
const pressAction = (worker: Worker, action: string) =>
  worker.evaluate(async (name) => {
    const [shown] = (self as unknown as Scope).shown;
    let done: Promise<unknown> = Promise.resolve();
    const event = Object.assign(new Event("notificationclick"), {
      notification: { ...shown, close: () => {} },
      action: name,
      waitUntil: (work: Promise<unknown>) => (done = work),
    });
    self.dispatchEvent(event);
    await done;
  }, action);

test("N8, N18: a push arrives encrypted and without arguments, and declining from it runs nothing", async ({
  page,
  context,
  launch,
  model,
}) => {
  const sink = await messageSink();
  const browser = pushBrowser();
  const endpoint = await model([[writing("a.txt")], ["As you wish."]]);
  const app = await launch({ env: { ...modelEnv(endpoint), NOTIFY_PRIVATE: "yes" } });
  await context.grantPermissions(["notifications"], { origin: app.url });
  await subscribeAt(page, sink, browser.keys);
  await openChat(page, app);
  await page.goto(`${app.url}/settings/notifications`);
  await page.getByRole("button", { name: "Turn on for this device" }).click();
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);

  const chat = await context.newPage();
  await openChat(chat, app);
  await say(chat, "write a.txt");
  await expect(approvals(chat)).toHaveCount(1);
  const address = chat.url();
  await sink.until(1);
  const message = browser.read(sink.received[0]!);
  expect(message).toMatchObject({ v: 1, title: "Approval needed: Write a file", body: "Write a.txt · Countersign" });
  expect(JSON.stringify(message)).not.toContain(secret);

  // Somebody looks at the app, and there is nothing to show.
  const worker = workerOf(context);
  await keepShown(worker);
  expect(await deliver(worker, message)).toEqual([]);
  await page.close();
  await chat.goto("about:blank");
  // The browser counts a page that was left for a moment longer.
  await expect.poll(() => deliver(worker, message)).toHaveLength(1);
  expect(JSON.stringify(await deliver(worker, message))).not.toContain(secret);
  await pressAction(worker, "decline");
  await chat.goto(address);
  await expect(settled(chat, "Declined")).toHaveCount(1);
  await expect(chat.getByText("As you wish.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await sink.close();
});

test("N16: webhooks are added, tested and removed on the page of settings", async ({ page, launch }) => {
  const sink = await messageSink();
  const app = await launch({ env: { NOTIFY_PRIVATE: "yes" } });
  await openChat(page, app);
  await page.goto(`${app.url}/settings/notifications`);
  await expect(page.getByText("There are no webhooks.")).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByLabel("Address").fill(sink.url);
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toContainText("whsec_");
  await page.getByRole("button", { name: "I have it" }).click();
  const rows = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button", { name: /^Send a test/ }).click();
  await expect(page.getByText("The test arrived.")).toBeVisible();
  expect(sink.received).toHaveLength(1);
  sink.answer(500);
  await rows.getByRole("button", { name: /^Send a test/ }).click();
  await expect(page.getByText("The test did not arrive: It answered 500.")).toBeVisible();
  await look(page, "settings");
  await rows.getByRole("button", { name: /^Remove/ }).click();
  await rows.getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByText("There are no webhooks.")).toBeVisible();
  await sink.close();
});
