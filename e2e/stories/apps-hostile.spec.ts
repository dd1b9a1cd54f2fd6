import {
  callingApp,
  clingingApp,
  floodingApp,
  goodApp,
  heavyApp,
  hostileApp,
  leavingApp,
  playingApp,
  waitingApp,
} from "../support/app-pages.ts";
import { press } from "../support/look.ts";
import { acceptApp, inFrame, openOrder, order, panel, shop, switchOn } from "../support/shop-app.ts";
import { again, approvals, expect, modelEnv, openChat, say, settled, test } from "../support/story.ts";

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
  await page.keyboard.type("not for the app, not this", { delay: 150 });
  await expect(panel(page).getByText("This app was closed. It took the keyboard again and again.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  // It took it five times, and each time a key may fall before it is given back.
  expect((await field.inputValue()).length).toBeGreaterThanOrEqual("not for the app, not this".length - 5);
  await field.fill("");
  await page.keyboard.type("nor that");
  await expect(field).toHaveValue("nor that");
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
  // Whoever leaves before the app was read anew ends the reading.
  await expect(page.getByText(/nobody has accepted as it is now/)).toBeVisible();
  await page.goto(`${app.url}/tools`);
  await acceptApp(page);
  await openOrder(page, app);
  await expect(
    panel(page).getByText("This app was closed. It sent too many messages, or too large ones."),
  ).toBeVisible();
});

test(
  "M157: apps whose server does not answer them leave a browser connections for the answer to a card",
  again,
  async ({ page, launch, model }) => {
    const note = { call: "app__add_note", arguments: { text: "milk" } };
    const endpoint = await model([
      [{ call: "shop__order" }, { call: "shop__order" }],
      ["Here it is."],
      [note],
      ["No."],
    ]);
    const app = await launch({ env: modelEnv(endpoint), mcp: shop(waitingApp).mcp });
    await openChat(page, app);
    await switchOn(page, app);
    const underWay = new Set<unknown>();
    page.on("request", (request) => void (request.url().endsWith("/resources") && underWay.add(request)));
    await openOrder(page, app);
    await expect(page.locator("iframe")).toHaveCount(2);
    await expect.poll(() => underWay.size).toBeGreaterThan(1);
    await say(page, "note milk");
    await press(approvals(page).getByRole("button", { name: /^Decline/ }));
    await expect(settled(page, "Declined")).toHaveCount(1);
  },
);

test("M157: an app that sends what nobody can read is closed, and the page goes on", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(order);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(heavyApp).mcp });
  await openChat(page, app);
  await switchOn(page, app);
  // How many frames are left right after each message: one that is closed has no turn any more, to stop the page unmarked.
  const left: number[] = [];
  await page.exposeFunction("tellLeft", (frames: number) => void left.push(frames));
  await page.addInitScript(() => {
    const { tellLeft } = window as unknown as { tellLeft: (frames: number) => void };
    const look = () => tellLeft(document.querySelectorAll("iframe").length);
    // Behind whoever hears the first one.
    addEventListener("message", ({ origin }) => origin === "null" && addEventListener("message", look), { once: true });
  });
  await openOrder(page, app);
  await expect(panel(page).getByText("This app was closed. It sent too many messages")).toBeVisible();
  await expect.poll(() => left.at(-1)).toBe(0);
});

test("M157: an app that leads the page away from a waiting card is closed, and the card is answered", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(order);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(clingingApp).mcp });
  await openChat(page, app);
  await switchOn(page, app);
  await page.setViewportSize({ width: 1000, height: 600 });
  await openOrder(page, app);
  await inFrame(page).getByRole("button", { name: "Pay" }).click();
  await expect(approvals(page)).toHaveCount(2);
  const closed = panel(page).getByText("This app was closed. It moved the page again and again while a card waited.");
  // Beside the frame.
  await page.mouse.move(300, 300);
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(closed).toBeAttached({ timeout: 100 });
  }).toPass();
  // The page may still be rolling, and what moves takes no press.
  await expect(async () => {
    const declines = approvals(page).getByRole("button", { name: /^Decline/ });
    if ((await declines.count()) === 2) await press(declines.last());
    await expect(approvals(page)).toHaveCount(1, { timeout: 3_000 });
  }).toPass();
});

test("B14, M152: an app that brings a card under a hand that plays has nothing pressed", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(order);
  const app = await launch({ env: modelEnv(endpoint), mcp: shop(playingApp).mcp });
  await openChat(page, app);
  await switchOn(page, app);
  await page.setViewportSize({ width: 1000, height: 640 });
  await openOrder(page, app);
  const frame = panel(page).locator("iframe");
  await inFrame(page).getByRole("button", { name: "Play" }).click();
  const approve = approvals(page).getByRole("button", { name: /^Approve/ });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  const hit = async (x: number, y: number, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await page.mouse.move(x + (time % 2) * 3, y);
      await page.mouse.down();
      await page.mouse.up();
    }
  };
  const top = async () => Math.round((await frame.boundingBox())?.y ?? 0);
  const played = async (x: number, y: number) => {
    await frame.evaluate((element) => element.scrollIntoView());
    await hit(x, y, 2);
    const from = await top();
    await hit(x, y, 1);
    await expect.poll(top).toBeLessThan(from - 100);
  };
  // Where the card comes to.
  await played(500, 300);
  const { x = 0, y = 0, width = 0, height = 0 } = (await approve.boundingBox()) ?? {};
  await expect.poll(top).toBeGreaterThan(0);
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await played(x + width / 2, y + height / 2);
  // They play on for a while.
  for (let time = 1; time < 6; time += 1) {
    await hit(x + width / 2 + time, y + height / 2, 1);
    await page.waitForTimeout(150);
  }
  await expect(approvals(page).getByText("that press did not count")).toBeVisible();
  await press(approvals(page).getByRole("button", { name: /^Decline/ }));
  await expect(settled(page, "Declined")).toHaveCount(1);
});

test(
  "M157: an app that was open when the page stopped waits for a press, and its card is answered",
  again,
  async ({ page, launch, model }) => {
    const endpoint = await model(order);
    const app = await launch({ env: modelEnv(endpoint), mcp: shop(goodApp).mcp });
    await openChat(page, app);
    await switchOn(page, app);
    await openOrder(page, app);
    const pay = inFrame(page).getByRole("button", { name: "Pay" });
    await expect(pay).toBeVisible();
    // After a page that ended in order it is opened again.
    await page.reload();
    await pay.click();
    await expect(approvals(page)).toHaveCount(1);
    // One that an app stopped writes nothing more before it ends.
    await page.evaluate(() => void Object.assign(Storage.prototype, { removeItem: () => {} }));
    await page.reload();
    await expect(panel(page).getByText("This app was closed: the page stopped while it was open.")).toBeVisible();
    await press(approvals(page).getByRole("button", { name: /^Decline/ }));
    await expect(approvals(page)).toHaveCount(0);
    await expect(page.locator("iframe")).toHaveCount(0);
    await panel(page).getByRole("button", { name: "Open it again" }).click();
    await expect(pay).toBeVisible();
  },
);

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
