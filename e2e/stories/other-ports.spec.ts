import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";
import { apiClient, chunksUntilParked } from "../support/api.ts";
import type { App } from "../support/app.ts";
import { firefoxPath } from "../support/browser.ts";
import { expect, printedLink, test, workspaceFile } from "../support/story.ts";
import type { Taken } from "../support/servers/thief.ts";

const secret = "between-us.txt";

/** What both browsers' pages can do. */
type AnyPage = {
  goto: (address: string) => Promise<unknown>;
  evaluate: <Result>(inPage: (argument: string) => Result, argument: string) => Promise<Awaited<Result>>;
  title: () => Promise<string>;
};

/** A server on another port, ended when the work with it is done. */
async function withThief(app: App, approvalId: string, work: (url: string) => Promise<void>): Promise<void> {
  const thief = spawn(process.execPath, ["e2e/support/servers/thief.ts", app.url, approvalId], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { NODE_ENV: "production" },
  });
  try {
    const [port] = (await once(createInterface(thief.stdout), "line")) as [string];
    await work(`http://127.0.0.1:${port}`);
  } finally {
    thief.kill("SIGKILL");
  }
}

/** Lets the page in, and has a script of the same person open a card. Resolves to its id. */
async function openCard(page: AnyPage, app: App): Promise<string> {
  await page.goto(app.url);
  const isIn = () => page.evaluate(() => document.querySelector("textarea") !== null, "");
  await expect.poll(() => isIn().catch(() => false)).toBe(true);
  const client = await apiClient(app, printedLink(app));
  // The demo model calls the very tool that it is told to.
  const text = `workspace__write_file ${JSON.stringify({ path: secret, content: "x" })}`;
  const message = { id: crypto.randomUUID(), text };
  const said = await chunksUntilParked(await client.post("/api/chat", { chatId: crypto.randomUUID(), message }));
  const open = (await (await client.get("/api/approvals")).json()) as { id: string }[];
  expect(open, JSON.stringify(said)).toHaveLength(1);
  return open[0]?.id ?? "";
}

/** Opens the other port's page in the browser that owns the app, and holds what came of it against the promise. */
async function robbed(page: AnyPage, app: App): Promise<void> {
  const approvalId = await openCard(page, app);
  await withThief(app, approvalId, async (url) => {
    await page.goto(url);
    await expect.poll(() => page.title()).toBe("done");
    const { cookies, proofs, answers } = (await (await fetch(`${url}/taken`)).json()) as Taken;
    // Cookies know no port: the browser does send it. It must be worth nothing.
    expect(cookies.some((cookie) => cookie.includes("countersign-"))).toBe(true);
    expect(answers.length).toBeGreaterThanOrEqual(42);
    expect(proofs).toEqual([]);
    const taken = answers.filter(({ asked, status }) => asked.includes("/api/") && ![401, 403].includes(status));
    expect(taken).toEqual([]);
    expect(answers.filter(({ text }) => text.includes(secret))).toEqual([]);
  });
  expect(await workspaceFile(app, secret)).toBeNull();
  // The card was worth stealing: the page itself can answer it.
  await page.goto(app.url);
  const approved = await page.evaluate(async (id) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`/api/approvals/${id}/approve`, { method: "POST", headers, body: "{}" });
    return response.status;
  }, approvalId);
  expect(approved).toBe(200);
  await expect.poll(() => workspaceFile(app, secret)).toBe("x");
}

test("B16: whatever Chromium sends to another port is worth nothing there", async ({ page, launch }) => {
  await robbed(page, await launch());
});

test("B16: whatever Firefox sends to another port is worth nothing there", async ({ launch }) => {
  const app = await launch();
  const executablePath = firefoxPath() ?? "";
  expect(executablePath, "Install Firefox, or set FIREFOX_PATH.").not.toBe("");
  const firefox = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  try {
    const page = await firefox.newPage();
    const evaluate: AnyPage["evaluate"] = (inPage, argument) => page.evaluate(inPage, argument);
    await robbed({ goto: (address) => page.goto(address), evaluate, title: () => page.title() }, app);
  } finally {
    await firefox.close();
  }
});
