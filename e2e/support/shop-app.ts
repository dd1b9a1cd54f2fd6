import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { App } from "./app.ts";
import { look } from "./look.ts";
import type { Step } from "./model-script.ts";
import { serverFile } from "./servers/start-server.ts";
import { expect, say } from "./story.ts";

/** Real servers whose apps stand in files. */
export function shop(html: string) {
  const { write, entry } = serverWithApp("Shop", html);
  return { write, mcp: { mcpServers: { shop: entry } } };
}

export function serverWithApp(title: string, html: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "apps-story-"));
  const write = (next: string) => writeFileSync(path.join(folder, "app.html"), next);
  write(html);
  const entry = { title, trusted: true, command: "node", args: [serverFile("apps-server.ts"), folder], era: "legacy" };
  return { write, entry };
}

export const order: Step[] = [[{ call: "shop__order" }], ["Here it is."]];
export const panel = (page: Page, server = "Shop") => page.getByRole("region", { name: `App of ${server}` });
export const inFrame = (page: Page, server?: string) => panel(page, server).frameLocator("iframe");
export const shopOnPage = (page: Page, server = "Shop") => page.getByRole("region", { name: server, exact: true });

/** The owner has the apps of the server shown, and accepts the one it has. */
export async function switchOn(page: Page, app: App, looks = false, server = "Shop"): Promise<void> {
  await page.goto(`${app.url}/tools`);
  await shopOnPage(page, server).getByLabel("Show its apps").click();
  const question = page.getByRole("dialog", { name: "Reduce human oversight?" });
  await expect(question).toContainText("Its apps are shown in chats");
  await question.getByRole("button", { name: "Reduce oversight" }).click();
  await acceptApp(page, looks, server);
}

export async function acceptApp(page: Page, looks = false, server = "Shop"): Promise<void> {
  await expect(shopOnPage(page, server).getByText("1 app needs review. Nobody is shown it yet.")).toBeVisible();
  await shopOnPage(page, server).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: `Review the tools of ${server}` });
  await expect(review).toContainText("It sends to https://api.shop.example.com.");
  await expect(review).toContainText("It does not get what it asks for: http://10.0.0.1.");
  if (looks) await look(page, "review of an app");
  await review.getByRole("button", { name: "Accept ui://shop/order" }).click();
  await expect(review).toBeHidden();
}

export async function openOrder(page: Page, app: App): Promise<void> {
  await page.goto(app.url);
  await say(page, "show order 7");
  await expect(page.getByText("Here it is.")).toBeVisible();
}
