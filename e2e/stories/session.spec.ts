import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import type { App } from "#e2e/support/app.ts";
import { hasNoFlaws } from "#e2e/support/look.ts";
import { composer, expect, openChat, printedLink, say, test } from "#e2e/support/story.ts";

/** What `npm run link` prints while the app runs. */
function freshLink(app: App): string {
  const env = { ...process.env, ...app.variables };
  return execFileSync(process.execPath, ["bin/link.ts"], { env, encoding: "utf8" }).trim();
}

test("the first browser is in at once; the next one needs the link, which works once", async ({ browser, launch }) => {
  const app = await launch();
  const first = await browser.newPage();
  await openChat(first, app);

  const second = await browser.newPage();
  await second.goto(app.url);
  await expect(second.getByText(/link/i).first()).toBeVisible();
  await expect(composer(second)).toHaveCount(0);

  await second.goto(freshLink(app));
  await expect(composer(second)).toBeVisible();
  await expect(second).not.toHaveURL(/key=/);

  const third = await browser.newPage();
  await third.goto(printedLink(app));
  await expect(composer(third)).toBeVisible();
  const fourth = await browser.newPage();
  await fourth.goto(printedLink(app));
  await expect(fourth.getByText(/used already/)).toBeVisible();
  await expect(composer(fourth)).toHaveCount(0);
  await Promise.all([first, second, third, fourth].map((page) => page.context().close()));
});

test("B11: once a session was ended elsewhere, none of its tabs shows anything of it, and each offers to sign in", async ({
  browser,
  launch,
}) => {
  const app = await launch();
  const first = await (await browser.newContext()).newPage();
  await openChat(first, app);
  await say(first, 'app__add_note {"text": "the secret plan"}');
  await expect(first.getByRole("main").getByText("the secret plan").first()).toBeVisible();
  const settings = await first.context().newPage();
  await settings.goto(`${app.url}/settings/people`);
  await expect(settings.getByRole("region", { name: "Where you are signed in" })).toBeVisible();

  const other = await browser.newPage();
  await other.goto(freshLink(app));
  await expect(composer(other)).toBeVisible();
  await other.goto(`${app.url}/settings/people`);
  await other.getByRole("button", { name: /^Sign out of/ }).click();
  for (const tab of [first, settings]) {
    await expect(tab.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
    await expect(tab).toHaveTitle("Your session has ended · Countersign");
    expect(await tab.evaluate(() => document.documentElement.innerText)).not.toContain("secret plan");
    expect(await tab.content()).not.toContain("secret plan");
    await hasNoFlaws(tab);
  }
  await first.getByRole("button", { name: "Sign in again" }).click();
  await expect(first.getByRole("heading", { name: "This browser needs a link" })).toBeVisible();
  // The others are in.
  await expect(other.getByRole("region", { name: "Where you are signed in" })).toBeVisible();
  await Promise.all([first, other].map((page) => page.context().close()));
});

test("B4: a page on another port of this machine can make the browser send the cookie, and is refused", async ({
  page,
  common,
}) => {
  const { app } = await common([["Hello."]]);
  await openChat(page, app);
  const evil = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<p>another dev server</p>");
  });
  evil.listen(0, "127.0.0.1");
  await once(evil, "listening");
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);

  const asked: string[] = [];
  const answered: number[] = [];
  page.on("request", (request) => request.url().startsWith(app.url) && asked.push(request.method()));
  page.on("response", (response) => response.url().startsWith(app.url) && answered.push(response.status()));
  const target = `${app.url}/api/chat`;
  const chatId = crypto.randomUUID();
  const body = JSON.stringify({ chatId, message: { id: crypto.randomUUID(), text: "hello" } });
  await page.evaluate(
    async ({ url, text }) => {
      const attempts: RequestInit[] = [
        { mode: "no-cors", headers: { "content-type": "text/plain" } },
        { mode: "no-cors" },
        { mode: "cors", headers: { "content-type": "application/json" } },
      ];
      for (const attempt of attempts) {
        await fetch(url, { method: "POST", credentials: "include", body: text, ...attempt }).catch(() => null);
      }
      navigator.sendBeacon(url, new Blob([text], { type: "text/plain" }));
      await new Promise((resolve) => {
        const image = new Image();
        image.addEventListener("error", resolve);
        image.src = url;
      });
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "text/plain", action: url });
      document.body.append(form);
      form.submit();
    },
    { url: target, text: body },
  );
  await page.waitForURL(target);
  expect(asked.length).toBeGreaterThanOrEqual(6);
  expect(answered.filter((status) => status < 400)).toEqual([]);

  await openChat(page, app);
  const fromOurPage = await page.evaluate(
    async ({ url, text, id }) => {
      const isThere = async () => {
        const chats = (await (await fetch("/api/chats")).json()) as { id: string }[];
        return chats.some((chat) => chat.id === id);
      };
      const before = await isThere();
      await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: text });
      return { before, after: await isThere() };
    },
    { url: target, text: body, id: chatId },
  );
  expect(fromOurPage).toEqual({ before: false, after: true });
  evil.close();
});

test("B5: a name that was pointed at this machine gets nothing, whatever it asks for", async ({ common }) => {
  const { app } = await common();
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  const rebound = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...(args ?? []), "--host-resolver-rules=MAP evil.test 127.0.0.1"],
  });
  const page = await rebound.newPage();
  const { port } = new URL(app.url);
  for (const path of ["/", "/api/health", "/api/chats", "/_next/static/chunks/x.js", "/favicon.ico"]) {
    const response = await page.goto(`http://evil.test:${port}${path}`);
    expect(response?.status()).toBe(421);
  }
  await rebound.close();
});

test("C8: the page's own scripts run under the policy, and nothing that was not in it", async ({ page, common }) => {
  const { app } = await common();
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
  });
  await openChat(page, app);
  expect(violations).toEqual([]);

  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    const blocked: string[] = [];
    for (const attempt of [
      () => (script.text = "window.ran = 1"),
      () => (document.body.innerHTML = "<img src=x onerror='window.ran = 1'>"),
    ]) {
      try {
        attempt();
      } catch (error) {
        blocked.push((error as Error).name);
      }
    }
    document.body.append(script);
    return { blocked, ran: "ran" in window };
  });
  expect(ran).toEqual({ blocked: ["TypeError", "TypeError"], ran: false });
});

test("B7: a script that can read everything but the browser's cookie has no authority", async ({ page, common }) => {
  const { app } = await common();
  await openChat(page, app);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: app.url, ...headers },
      body: JSON.stringify(body),
    });
  expect((await post("/api/session", {})).status).toBe(401);
  expect((await post("/api/session", { key: "guess" })).status).toBe(401);
  expect((await post("/api/chat/elicitation", { approvalId: "x", action: "accept" })).status).toBe(401);
  expect((await fetch(`${app.url}/api/chats`)).status).toBe(401);
});
