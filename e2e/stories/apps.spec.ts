import { goodApp, neighbourApp } from "../support/app-pages.ts";
import { look, press, readCard } from "../support/look.ts";
import { inFrame, openOrder, order, panel, serverWithApp, shop, shopOnPage, switchOn } from "../support/shop-app.ts";
import { again, approvals, expect, modelEnv, openChat, say, test } from "../support/story.ts";

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
  await press(card.getByRole("button", { name: /^Approve/ }));
  await expect(inFrame(page).getByText("Paid 20, payment 1")).toBeVisible();
  await inFrame(page).getByRole("button", { name: "Pay" }).click();
  await press(card.getByRole("button", { name: /^Decline/ }));
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
  await press(wish.getByRole("button", { name: "Send it as my message" }));
  await expect(page.getByText("Good.")).toBeVisible();
  await expect(inFrame(page).getByText("Said")).toBeVisible();

  // Who takes no for an answer may ask again; who does not, may not.
  for (let refused = 0; refused < 3; refused += 1) {
    await inFrame(page).getByRole("button", { name: "Tell" }).click();
    await wish.getByRole("button", { name: "No" }).click();
    await expect(wish).toHaveCount(0);
  }
  await inFrame(page).getByRole("button", { name: "Tell" }).click();
  await expect(inFrame(page).getByText("The person is asked nothing more here.")).toBeVisible();
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
  await press(card("Depot").getByRole("button", { name: /^Approve/ }));
  await expect(inFrame(page, "Depot").getByText("Paid 20, payment 1")).toBeVisible();
  await expect(card("Shop")).toBeVisible();
  await card("Shop").scrollIntoViewIfNeeded();
  await readCard(card("Shop"));
  await press(card("Shop").getByRole("button", { name: /^Approve/ }));
  // Of its own server too: there it is the first.
  await expect(inFrame(page, "Shop").getByText("Paid 20, payment 1")).toBeVisible();
  for (const server of ["Shop", "Depot"]) {
    await expect(inFrame(page, server).getByText("Nothing overheard")).toBeVisible();
    await expect(inFrame(page, server).getByText("Total: 20")).toBeVisible();
  }
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
  // What came while the review was open is accepted by the second press.
  await expect(async () => {
    await review.getByRole("button", { name: "Accept ui://shop/order" }).click({ timeout: 2_000 });
    await expect(review).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await page.goBack();
  await expect(inFrame(page).getByText("Your gift")).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${app.url}/tools`);
  await shopOnPage(other).getByLabel("Show its apps").click();
  await expect(shopOnPage(other).getByLabel("Show its apps")).not.toBeChecked();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test(
  "M157: an app is not blamed for what a person scrolls through it while a card waits",
  again,
  async ({ page, launch, model }) => {
    const endpoint = await model(order);
    const app = await launch({ env: modelEnv(endpoint), mcp: shop(goodApp).mcp });
    await openChat(page, app);
    await switchOn(page, app);
    await page.setViewportSize({ width: 1000, height: 450 });
    await openOrder(page, app);
    await inFrame(page).getByRole("button", { name: "Pay" }).click();
    await expect(approvals(page)).toHaveCount(1);
    const frame = panel(page).locator("iframe");
    const top = async () => (await frame.boundingBox())?.y ?? 0;
    await frame.hover();
    await page.mouse.wheel(0, -1_000);
    await expect(page.getByRole("main").getByText("show order 7").last()).toBeInViewport();
    // The frame goes up, and stays under the pointer.
    await frame.hover({ position: { x: 300, y: 10 } });
    for (let notch = 0; notch < 11; notch += 1) {
      // A movement of its own.
      await page.waitForTimeout(200);
      const from = await top();
      await expect(async () => {
        await page.mouse.wheel(0, 10);
        await expect.poll(top, { timeout: 500 }).toBeLessThan(from);
      }).toPass();
    }
    await expect(inFrame(page).getByText("Total: 20")).toBeAttached();
    await expect(approvals(page)).toHaveCount(1);
  },
);
