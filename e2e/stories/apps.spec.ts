import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { callingApp, floodingApp, goodApp, hostileApp, leavingApp, neighbourApp } from "../support/app-pages.ts";
import type { App } from "../support/app.ts";
import { look } from "../support/look.ts";
import type { Step } from "../support/model-script.ts";
import { serverFile } from "../support/servers/start-server.ts";
import { approvals, expect, modelEnv, openChat, say, test } from "../support/story.ts";

/** Real servers whose apps stand in files. */
function shop(html: string) {
  const { write, entry } = serverWithApp("Shop", html);
  return { write, mcp: { mcpServers: { shop: entry } } };
}

function serverWithApp(title: string, html: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "apps-story-"));
  const write = (next: string) => writeFileSync(path.join(folder, "app.html"), next);
  write(html);
  const entry = { title, trusted: true, command: "node", args: [serverFile("apps-server.ts"), folder], era: "legacy" };
  return { write, entry };
}

const order: Step[] = [[{ call: "shop__order" }], ["Here it is."]];
const panel = (page: Page, server = "Shop") => page.getByRole("region", { name: `App of ${server}` });
const inFrame = (page: Page, server?: string) => panel(page, server).frameLocator("iframe");
const shopOnPage = (page: Page, server = "Shop") => page.getByRole("region", { name: server, exact: true });

/** The owner has the apps of the server shown, and accepts the one it has. */
async function switchOn(page: Page, app: App, looks = false, server = "Shop"): Promise<void> {
  await page.goto(`${app.url}/tools`);
  await shopOnPage(page, server).getByLabel("Show its apps").click();
  const question = page.getByRole("dialog", { name: "Reduce human oversight?" });
  await expect(question).toContainText("Its apps are shown in chats");
  await question.getByRole("button", { name: "Reduce oversight" }).click();
  await acceptApp(page, looks, server);
}

async function acceptApp(page: Page, looks = false, server = "Shop"): Promise<void> {
  await expect(shopOnPage(page, server).getByText("1 app needs review. Nobody is shown it yet.")).toBeVisible();
  await shopOnPage(page, server).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: `Review the tools of ${server}` });
  await expect(review).toContainText("It sends to https://api.shop.example.com.");
  await expect(review).toContainText("It asks for http://10.0.0.1, and does not get it.");
  if (looks) await look(page, "review of an app");
  await review.getByRole("button", { name: "Accept ui://shop/order" }).click();
  await expect(review).toBeHidden();
}

async function openOrder(page: Page, app: App): Promise<void> {
  await page.goto(app.url);
  await say(page, "show order 7");
  await expect(page.getByText("Here it is.")).toBeVisible();
}

test("M150, M154, M155: an app is shown once it is switched on and accepted; its button asks on a card outside of it, and it gets the result", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([...order, ...order]);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(goodApp).mcp });
  await openChat(page, app);
  await say(page, "show order 7");
  await expect(page.getByText("Here it is.")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator("iframe")).toHaveCount(0);
  // What is for apps alone, no model is told of.
  expect(endpoint.requests[0]?.tools).toContain("shop__total");
  expect(endpoint.requests[0]?.tools).not.toContain("shop__pay");

  await switchOn(page, app);
  await openOrder(page, app);
  await expect(inFrame(page).getByText("Total: 20")).toBeVisible();
  await look(page, "app");
  await inFrame(page).getByRole("button", { name: "Pay" }).click();
  const card = approvals(page);
  await expect(card).toContainText("Asked by the app of Shop, not by the assistant");
  await expect(panel(page).locator("iframe").locator("xpath=ancestor::*[@data-approval-id]")).toHaveCount(0);
  await look(page, "app asks");
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expect(inFrame(page).getByText("Paid 20, payment 1")).toBeVisible();
  await inFrame(page).getByRole("button", { name: "Pay" }).click();
  await card.getByRole("button", { name: /^Decline/ }).click();
  await expect(inFrame(page).getByText(/^Failed: /)).toBeVisible();

  await page.reload();
  await expect(inFrame(page).getByText("Total: 20")).toBeVisible();
  await expect(panel(page).getByRole("list", { name: "Calls of the app" }).getByRole("listitem")).toHaveCount(2);
  await page.goto(`${app.url}/audit`);
  await expect(page.getByText(/for the app of “shop”/).first()).toBeAttached();
});

test("M150, M151: an app reads of its own server; what it wants opened or said waits for a press outside of it", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([...order, [{ call: "shop__told" }], ["Told."], ["Good."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(goodApp).mcp });
  await openChat(page, app);
  await switchOn(page, app);
  await openOrder(page, app);
  await inFrame(page).getByRole("button", { name: "Read" }).click();
  await expect(inFrame(page).getByText("Pay within a week.")).toBeVisible();
  await inFrame(page).getByRole("button", { name: "Terms" }).click();
  const wish = panel(page).getByRole("group", { name: "What the app wants" });
  await expect(wish).toContainText("https://shop.example.com/terms");
  await look(page, "app wants a page opened");
  await wish.getByRole("button", { name: "No" }).click();
  await expect(inFrame(page).getByText("The person did not agree.")).toBeVisible();

  await say(page, "what was declared?");
  await expect(page.getByText("Told.")).toBeVisible();
  expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain("io.modelcontextprotocol/ui");
  await inFrame(page).getByRole("button", { name: "Tell" }).click();
  await expect(wish).toContainText("I paid for order 7.");
  await look(page, "app wants to say something");
  await wish.getByRole("button", { name: "Send it as my message" }).click();
  await expect(page.getByText("Good.")).toBeVisible();
  await expect(inFrame(page).getByText("Said")).toBeVisible();
});

test("M154, M155, M172: of two apps in one chat each calls its own server, asks on its own card, and hears nothing of the other", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[{ call: "shop__order" }, { call: "depot__order" }], ["Here it is."]]);
  const mcpServers = {
    shop: serverWithApp("Shop", neighbourApp).entry,
    depot: serverWithApp("Depot", neighbourApp).entry,
  };
  const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers } });
  await openChat(page, app);
  for (const server of ["Shop", "Depot"]) await switchOn(page, app, false, server);
  await openOrder(page, app);
  for (const server of ["Shop", "Depot"]) await expect(inFrame(page, server).getByText("Total: 20")).toBeVisible();

  await inFrame(page, "Shop").getByRole("button", { name: "Reach" }).click();
  await expect(inFrame(page, "Shop").getByText("1 reached: SecurityError; 3 refused")).toBeVisible();
  await expect(approvals(page)).toHaveCount(0);
  await inFrame(page, "Shop").getByRole("button", { name: "Pay" }).click();
  await inFrame(page, "Depot").getByRole("button", { name: "Pay" }).click();
  await expect(approvals(page)).toHaveCount(2);
  const card = (server: string) => panel(page, server).getByRole("group", { name: /^Approval needed/ });
  for (const server of ["Shop", "Depot"]) {
    await expect(card(server)).toContainText(`Asked by the app of ${server}, not by the assistant`);
    await expect(panel(page, server).locator("iframe").locator("xpath=ancestor::*[@data-approval-id]")).toHaveCount(0);
  }
  await look(page, "two apps ask");
  await card("Depot")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(inFrame(page, "Depot").getByText("Paid 20, payment 1")).toBeVisible();
  await expect(card("Shop")).toBeVisible();
  await card("Shop")
    .getByRole("button", { name: /^Approve/ })
    .click();
  // Of its own server too: there it is the first.
  await expect(inFrame(page, "Shop").getByText("Paid 20, payment 1")).toBeVisible();
  for (const server of ["Shop", "Depot"]) {
    await expect(inFrame(page, server).getByText("Nothing overheard")).toBeVisible();
    await expect(inFrame(page, server).getByText("Total: 20")).toBeVisible();
  }
});

test("M152, M153, M156: a hostile app reaches no page, no network, no permission and no card, and forges nothing", async ({
  page,
  context,
  launch,
  model,
}) => {
  const leaked: string[] = [];
  await context.route(/evil\.example\.com|10\.0\.0\.1/, (route) => {
    leaked.push(route.request().url());
    return route.abort();
  });
  context.on("page", (opened) => void leaked.push(`a page: ${opened.url()}`));
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
  page.on("download", (download) => void leaked.push(`a download: ${download.url()}`));
  const endpoint = await model(order);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(hostileApp).mcp });
  await openChat(page, app);
  leaked.length = 0;
  await switchOn(page, app);
  await openOrder(page, app);
  const output = inFrame(page).locator("output");
  await expect(output).not.toBeEmpty({ timeout: 20_000 });
  const found = JSON.parse((await output.textContent()) ?? "") as Record<string, string>;
  expect(found).toMatchObject({
    "parent document": "SecurityError",
    "top document": "SecurityError",
    cookie: "SecurityError",
    "local storage": "SecurityError",
    indexedDB: "SecurityError",
    origin: "null",
    popup: "null",
    "top navigation": "SecurityError",
    fetch: "TypeError",
    "fetch of our API": "TypeError",
    "private address": "TypeError",
    socket: "refused",
    clipboard: "NotAllowedError",
    "clipboard reading": "NotAllowedError",
    "full screen": "TypeError",
    violations: "many",
    "a tool of the model": "Error",
    "a tool of nobody": "Error",
    "a tool of another server": "Error",
    "odd arguments": "Error",
    "an unknown request": "Error",
    "the model's context": "Error",
    "a download": "Error",
    "another's resource": "Error",
    position: "[object GeolocationPositionError]",
  });
  // The rest says nothing by itself: what it would have done is looked for below. WebRTC is not shut (SECURITY.md).
  expect(leaked).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(page.url()).toContain(app.url);
  await expect(approvals(page)).toHaveCount(0);
  const box = await panel(page).locator("iframe").boundingBox();
  expect(box?.height).toBeLessThanOrEqual(480);
  expect(box?.width).toBeLessThanOrEqual(800);
  // A link that is none is shown, and cannot be opened.
  await expect(panel(page).getByRole("group", { name: "What the app wants" })).toContainText("Only https://");
  // What is typed stays where it is typed, and who keeps taking the keyboard is closed.
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await field.focus();
  await panel(page).locator("iframe").hover();
  await page.mouse.move(5, 5);
  await page.keyboard.type("not for the app, nor this", { delay: 150 });
  await expect(field).toHaveValue("not for the app, nor this");
  await expect(panel(page).getByText("This app was closed. It took the keyboard again and again.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("M157: floods of calls, messages and sizes are cut; a frame leads nowhere", async ({ page, launch, model }) => {
  const endpoint = await model([...order, ...order, ...order]);
  const { write, mcp } = shop(callingApp);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await switchOn(page, app);
  await openOrder(page, app);
  await expect(inFrame(page).getByText(/^5 refused: This app has 3 calls/)).toBeVisible();
  await expect(approvals(page)).toHaveCount(3);
  const height = (await panel(page).locator("iframe").boundingBox())?.height;
  await page.waitForTimeout(1_000);
  expect((await panel(page).locator("iframe").boundingBox())?.height).toBe(height);
  // The sizes that it wants meanwhile keep no card from standing still.
  await approvals(page).last().scrollIntoViewIfNeeded();
  await approvals(page)
    .last()
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(approvals(page)).toHaveCount(2);

  write(floodingApp);
  await page.goto(`${app.url}/tools`);
  await page.waitForTimeout(5_500);
  await openOrder(page, app);
  await page.goto(`${app.url}/tools`);
  await acceptApp(page);
  await openOrder(page, app);
  await expect(panel(page).getByText("This app was closed. It sent too many messages.")).toBeVisible();
});

test("M158: an app that leads its frame elsewhere reaches nothing", async ({ page, context, launch, model }) => {
  const leaked: string[] = [];
  await context.route(/evil\.example\.com/, (route) => {
    leaked.push(route.request().url());
    return route.abort();
  });
  const endpoint = await model(order);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(leavingApp).mcp });
  await openChat(page, app);
  await switchOn(page, app, true);
  await openOrder(page, app);
  await expect(panel(page).locator("iframe")).toBeVisible();
  await page.waitForTimeout(1_500);
  expect(leaked).toEqual([]);
  expect(page.url()).toContain(app.url);
});

test("M159: an app goes when it is switched off, or changes while it is open, and what it still asks is refused", async ({
  page,
  context,
  launch,
  model,
}) => {
  const endpoint = await model(order);
  const { write, mcp } = shop(goodApp);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await switchOn(page, app);
  await openOrder(page, app);
  await expect(inFrame(page).getByText("Total: 20")).toBeVisible();
  write(goodApp.replace("Your order", "Your gift"));
  await page.waitForTimeout(5_500);
  await inFrame(page).getByRole("button", { name: "Pay" }).click();
  await expect(approvals(page)).toHaveCount(0);
  await expect(page.getByText(/nobody has accepted as it is now/)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await look(page, "changed app");
  await page.getByRole("link", { name: "Look at it", exact: true }).click();
  await shopOnPage(page).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review the tools of Shop" });
  await expect(review.locator("ins").filter({ hasText: "gift" })).toBeVisible();
  await review.getByRole("button", { name: "Accept ui://shop/order" }).click();
  await page.goBack();
  await expect(inFrame(page).getByText("Your gift")).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${app.url}/tools`);
  await shopOnPage(other).getByLabel("Show its apps").click();
  await expect(shopOnPage(other).getByLabel("Show its apps")).not.toBeChecked();
  await expect(page.locator("iframe")).toHaveCount(0);
});
