import type { Page } from "@playwright/test";
import { hasNoFlaws, inEveryLook, look } from "../support/look.ts";
import { ListingWorld, type ListedHere } from "../support/listing.ts";
import { again, approvals, expect, modelEnv, openChat, say, settled, test } from "../support/story.ts";

const inputSchema = { type: "object" } as const;
const tool = (name: string, description: string): ListedHere => ({ name, description, inputSchema });
const shelves = Array.from({ length: 160 }, (_, at) => tool(`count_shelf_${at}`, `Counts what lies on shelf ${at}.`));
const cancel = tool("cancel_subscription", "Ends the subscription of a customer.");
const find = { call: "app__find_tools", arguments: { query: "cancel subscription" } };
const own = 5;

async function shop() {
  const listing = new ListingWorld();
  // It adds one of its own, `announce`.
  listing.say({ tools: [...shelves, cancel] });
  const shop = { ...(await listing.entry("stdio", "modern")), title: "Shop" };
  return { listing, mcp: { mcpServers: { shop } }, all: shelves.length + 2 + own };
}

const head = (page: Page) => page.getByRole("button", { name: /: choose tools$/ });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Tools in this chat" });
const toggle = (page: Page, server: string) => dialog(page).getByRole("checkbox", { name: server, exact: true });

test("S0.72, S0.73, E23: with too many tools the model finds what it needs, a person approves it, and what is switched off is not found", async ({
  page,
  launch,
  model,
}) => {
  const { listing, mcp, all } = await shop();
  const endpoint = await model([
    [find],
    [{ call: "shop__cancel_subscription", arguments: {} }],
    ["It is cancelled."],
    [find],
    ["I found nothing."],
  ]);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await expect(head(page)).toHaveText(new RegExp(`^Finds tools among ${all}`));
  await say(page, "cancel my subscription");
  await expect(approvals(page)).toContainText("cancel_subscription");
  expect(endpoint.requests.map(({ tools }) => tools)).toEqual([
    ["app__find_tools"],
    ["app__find_tools", "shop__cancel_subscription"],
  ]);
  expect(listing.log).not.toContain("ran cancel_subscription");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("It is cancelled.")).toBeVisible();
  await expect(settled(page, "Approved")).toBeVisible();
  expect(listing.log).toContain("ran cancel_subscription");
  await page.getByText("find_tools", { exact: true }).click();
  await expect(page.getByText(`Found 1 of ${all} tools`)).toBeVisible();

  await head(page).click();
  await expect(dialog(page).getByText("It has found 1 so far.")).toBeVisible();
  await dialog(page).getByRole("searchbox").fill("subscription");
  await dialog(page).getByRole("checkbox", { name: "cancel_subscription" }).uncheck();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(head(page)).toHaveText(new RegExp(`^Finds tools among ${all - 1}`));
  await say(page, "and the other one");
  await expect(page.getByText("I found nothing.")).toBeVisible();
  expect(endpoint.requests.at(-2)?.tools).toEqual(["app__find_tools"]);
  expect(endpoint.requests.at(-1)?.toolResults.at(-1)?.text).toContain(`None of the ${all - 1} tools fits`);

  // It is remembered, and for this chat only.
  await page.reload();
  await expect(head(page)).toHaveText(new RegExp(`^Finds tools among ${all - 1}`));
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(head(page)).toHaveText(new RegExp(`^Finds tools among ${all}`));
});

test("S0.73: servers and tools are switched by keyboard, in every look, and the head counts what is left", async ({
  page,
  launch,
  model,
}) => {
  const { mcp, all } = await shop();
  const endpoint = await model([["Hello."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await expect(head(page)).toHaveText(new RegExp(`^Finds tools among ${all}`));
  await head(page).press("Enter");
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Countersign" }).press("Enter");
  await expect(dialog(page).getByRole("checkbox", { name: "Fetch a web page" })).toBeChecked();
  await look(page, "chat-tools");
  await inEveryLook(page, (name) => hasNoFlaws(page, name));
  await toggle(page, "Shop").press("Space");
  await expect(dialog(page).getByText(`The model sees ${own} tools.`)).toBeVisible();
  await dialog(page).getByRole("checkbox", { name: "Fetch a web page" }).press("Space");
  await dialog(page).getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(head(page)).toHaveText(/^4 tools/);
  await expect(head(page)).toBeFocused();
  await say(page, "hello");
  await expect(page.getByText("Hello.")).toBeVisible();
  expect(endpoint.requests[0]?.tools).toHaveLength(4);
  expect(endpoint.requests[0]?.tools).not.toContain("app__fetch_page");

  // Another tab hears of it.
  await page.setViewportSize({ width: 390, height: 844 });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await head(other).click();
  await dialog(other).getByRole("button", { name: "All off" }).click();
  await expect(dialog(other).getByText("The model sees no tools.")).toBeVisible();
  await dialog(other).getByRole("button", { name: "Save" }).click();
  await page.bringToFront();
  await expect(page.getByRole("button", { name: "No tools: choose tools" })).toBeVisible();
});

test(
  "S0.72, N23: fifty servers leave room for everything else on the pages",
  again,
  async ({ page, launch, model }) => {
    const listing = new ListingWorld();
    listing.say({ tools: shelves.slice(0, 19) });
    const { url } = (await listing.entry("http", "modern")) as { url: string };
    const entries = Array.from({ length: 50 }, (_, at): [string, object] => [
      `server-${at}`,
      { url: `${url}?server=${at}`, trusted: true, title: `Server ${at}` },
    ]);
    const endpoint = await model([["Hello."]]);
    const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: Object.fromEntries(entries) } });
    await openChat(page, app);
    await expect(head(page)).toHaveText(/^Finds tools among 1005/, { timeout: 30_000 });
    await say(page, "hello");
    await expect(page.getByText("Hello.")).toBeVisible();
    const chats = page.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "hello" });
    await expect(chats).toBeInViewport();
    await expect(page.getByRole("list", { name: "Today" }).getByRole("link", { name: "hello" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Tool servers" })).toHaveText("50 servers ready");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Tools/ }).click();
    await expect(page.getByRole("region", { name: "Server 49", exact: true })).toBeAttached();
    await page.getByRole("searchbox", { name: "Search servers and tools" }).fill("Server 49");
    await expect(page.getByRole("region", { name: /^Server \d+$/ })).toHaveCount(1);
    await page.getByRole("searchbox", { name: "Search servers and tools" }).fill("shelf_7");
    await expect(page.getByRole("region", { name: /^Server \d+$/ })).toHaveCount(50);
    await expect(page.getByText("count_shelf_8")).toHaveCount(0);
    await listing.end();
  },
);
