import { readFile } from "node:fs/promises";
import path from "node:path";
import { test as base, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { newApp, type App, type AppOptions } from "./app.ts";
import type { StoreKind } from "./app-store.ts";
import { serveGallery } from "./card-gallery/serve-gallery.ts";
import { type CommonApp, startCommonApp } from "./common-app.ts";
import { modelEndpoint, type ModelEndpoint } from "./model-endpoint.ts";
import type { Step } from "./model-script.ts";

export { expect };

/** Of a story that tells once more, with more processes, longer words or an older protocol, what others tell: only `npm run test:all` runs it. */
export const again = { tag: "@again" };

/** What a project of the configuration says. */
export type StoryOptions = {
  store: StoreKind;
  /** Whether a page that could not be shown is asked for again, as a person would. */
  tryAgain: boolean;
};

/** The link lets one more browser or script in; each call makes a new one. */
type Common = { app: App; endpoint: ModelEndpoint; link: () => Promise<string> };

type Fixtures = {
  /** Starts an app for this story; ended after it. */
  launch: (options?: AppOptions) => Promise<App>;
  /** Starts a scripted model; verified and ended after the story. */
  model: (script: Step[]) => Promise<ModelEndpoint>;
  /** The app that stories have in common, for new chats in which the model says this. What a story changes for others it changes back. */
  common: (script?: Step[]) => Promise<Common>;
  persistence: void;
};

/** Of a worker, for the stories that want it. A worker tells all stories whose `test` has the same of these: with more kinds, more start. */
type Shared = {
  commonApps: (store: StoreKind) => Promise<CommonApp>;
  /** Every state of the cards, without an app. */
  galleryUrl: string;
};

export const test = base.extend<Fixtures & StoryOptions, Shared>({
  store: ["sqlite", { option: true }],
  tryAgain: [true, { option: true }],
  /** Nobody waits long for a PostgreSQL: on a machine that is busy with other stories, a page may say so instead. */
  persistence: [
    async ({ browser, store, tryAgain }, use) => {
      const newContext = browser.newContext.bind(browser);
      if (tryAgain && store === "postgres") {
        browser.newContext = async (options) => {
          const context = await newContext(options);
          context.on("page", (page) => void pressTryAgain(page).catch(() => {}));
          return context;
        };
      }
      await use();
      browser.newContext = newContext;
    },
    { auto: true },
  ],
  launch: async ({ store }, use, testInfo) => {
    const apps: App[] = [];
    await use(async (options) => {
      const app = await newApp({ store, prepared: true, ...options });
      // Known before it is up: it must end also when the story does while it starts.
      apps.push(app);
      await app.start();
      return app;
    });
    for (const { output } of apps) {
      await testInfo.attach("what the app said", { body: output(), contentType: "text/plain" });
    }
    for (const app of apps) await app.close();
  },
  commonApps: [
    async ({}, use) => {
      const started = new Map<StoreKind, Promise<CommonApp>>();
      await use((store) => {
        const app = started.get(store) ?? startCommonApp(store, modelEnv);
        started.set(store, app);
        return app;
      });
      for (const app of started.values()) await (await app).close();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  galleryUrl: [
    async ({}, use) => {
      const gallery = await serveGallery();
      await use(gallery.url);
      await gallery.close();
    },
    { scope: "worker" },
  ],
  common: async ({ commonApps, store }, use, testInfo) => {
    const told: Common[] = [];
    await use(async (script = []) => {
      const { next, link, modelPort } = await commonApps(store);
      const one = { app: await next(), endpoint: await modelEndpoint({ script, port: modelPort }), link };
      told.push(one);
      return one;
    });
    for (const { app, endpoint } of told) {
      await testInfo.attach("what the app said", { body: app.output(), contentType: "text/plain" });
      await endpoint.close({ graceMs: 15_000 });
    }
  },
  model: async ({}, use) => {
    const endpoints: ModelEndpoint[] = [];
    await use(async (script) => {
      const endpoint = await modelEndpoint({ script });
      endpoints.push(endpoint);
      return endpoint;
    });
    // What a story looks at may be there before the model is asked for the rest.
    for (const endpoint of endpoints) await endpoint.close({ graceMs: 15_000 });
  },
});

function pressTryAgain(page: Page): Promise<void> {
  const trouble = /^(This page could not be shown|Countersign is not available right now)$/;
  const press = () => page.getByRole("button", { name: "Try again" }).click();
  return page.addLocatorHandler(page.getByRole("heading", { name: trouble }), press, { noWaitAfter: true });
}

/** Environment that points the app at a scripted model, through the real OpenAI library. */
export function modelEnv(
  endpoint: Pick<ModelEndpoint, "url">,
  api: "chat" | "responses" = "chat",
): Record<string, string> {
  return { MODEL: "openai:scripted", OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: "story", OPENAI_API: api };
}

/** The link that the app printed when it started. */
export function printedLink(app: App): string {
  return /Countersign is ready: (\S+)/.exec(app.output())?.[1] ?? "";
}

/** Opens the app; the first browser to do so claims it. Waits until the composer works. */
export async function openChat(page: Page, app: App, at = "/"): Promise<void> {
  const { entry } = app;
  delete app.entry;
  await page.goto(entry ?? `${app.url}${at}`);
  await expect(composer(page)).toBeEditable();
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Asks the app as its own page does, with the proof that it holds. */
export function askAsPage(page: Page, path: string, body?: object): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([to, json]) => {
      const posted = { method: "POST", headers: { "content-type": "application/json" }, body: json };
      const response = await fetch(to, json === "" ? {} : posted);
      return { status: response.status, text: await response.text() };
    },
    [path, body === undefined ? "" : JSON.stringify(body)] as const,
  );
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" });
}

/** Pending cards of gated tool calls. */
export function approvals(page: Page): Locator {
  return page.getByRole("group", { name: /^Approval needed/ });
}

/** The lines of the inbox's list. */
export function inboxLines(page: Page): Locator {
  return page.getByRole("list", { name: "Waiting calls" }).getByRole("listitem");
}

/** Opens the card of a line. */
export function openLine(page: Page, words: string): Promise<void> {
  return inboxLines(page).filter({ hasText: words }).getByRole("button").click();
}

/** Pending cards of a server's questions. */
export function questions(page: Page): Locator {
  return page.getByRole("group", { name: /is asking$/ });
}

/** A second tab of the same browser. */
export async function anotherTab(context: BrowserContext, app: App, at: string): Promise<Page> {
  const page = await context.newPage();
  await openChat(page, app, at);
  return page;
}

/** Whether a file exists in the app's workspace, and what is in it. */
export async function workspaceFile(app: App, name: string): Promise<string | null> {
  return readFile(path.join(app.dataDir, "workspace", name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** The one line that a card folds to: its stamp, as people read it. */
export function settled(
  page: Page,
  stamp: "Approved" | "Declined" | "Submitted" | "Cancelled" | "Expired" | "Unknown",
): Locator {
  return page.locator("[data-approval-id]").filter({ hasText: new RegExp(`^${stamp}`) });
}
