import { composer, expect, openChat, say, test } from "../support/story.ts";

test("what is typed and not sent is there again after a look elsewhere, in its own chat", async ({ page, common }) => {
  const { app } = await common([["You have none."], ["As you say."]]);
  await openChat(page, app);
  await say(page, "list my notes");
  const chat = page.getByRole("link", { name: "List my notes" });
  await expect(chat).toBeVisible();
  await composer(page).fill("half a thought");
  await page.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(page.getByRole("heading", { name: "New chat" })).toBeVisible();
  await expect(composer(page)).toHaveValue("");
  await composer(page).fill("another one");
  await chat.click();
  await expect(composer(page)).toHaveValue("half a thought");
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(composer(page)).toHaveValue("another one");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "Another one" })).toBeVisible();
  await expect(composer(page)).toHaveValue("");
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(page.getByRole("heading", { name: "New chat" })).toBeVisible();
  await expect(composer(page)).toHaveValue("");
});

test("words from right to left are written from right to left", async ({ page, common }) => {
  const { app } = await common();
  await openChat(page, app);
  await composer(page).fill("مرحبا");
  expect(await composer(page).evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
});

test("requests for the example server are offered only where it is", async ({ page, launch }) => {
  const app = await launch({ mcp: { mcpServers: {} } });
  await openChat(page, app);
  await expect(page.getByRole("heading", { name: /without your signature/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Requests to try" })).toHaveCount(0);
});

test("where nothing is, a narrow screen still leads to the chats", async ({ page, common }) => {
  const { app } = await common();
  await openChat(page, app);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/chat/none`);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await page.getByRole("button", { name: "Open the list of chats" }).click();
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
});
