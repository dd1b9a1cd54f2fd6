import type { Locator, Page } from "@playwright/test";
import { hasNoFlaws, look, scrollThrough, press } from "../support/look.ts";
import { approvals, askAsPage, expect, openChat, say, test, workspaceFile } from "../support/story.ts";

const noting = (text: string) => ({ call: "app__add_note", arguments: { text } });
const thread = (page: Page) => page.locator("[data-thread]");
const rows = (card: Locator) => card.locator("[data-call-row]");

const readAll = "Scroll through every call first: not every part was on the screen.";

test("C65, C66, A14, S0.21: forty calls of one tool are one table; rows are answered alone, the rest by one press, each in the record", async ({
  page,
  common,
}) => {
  const notes = Array.from({ length: 40 }, (_, at) => noting(`Buy ${at === 12 ? "a".repeat(60) : `part ${at + 1}`}`));
  const { app, endpoint } = await common([notes, ["That is that."], ["Going on."]]);
  await openChat(page, app);
  await say(page, "note forty things");
  const card = approvals(page);
  await expect(card.getByRole("heading", { name: "25 calls of add_note" })).toBeVisible();
  await expect(rows(card)).toHaveCount(25);
  await expect(card.getByText("unusual")).toHaveCount(1);
  await expect(rows(card).nth(12)).toContainText("unusual");
  await expect(page.getByText("15 calls not asked about, not run")).toBeVisible();
  const scrolled = await thread(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(scrolled).toBeLessThanOrEqual(1_500);

  await rows(card).nth(1).getByRole("button", { name: "Decline call 2" }).click();
  await expect(rows(card).nth(1)).toContainText("Declined · not run");

  const approve = card.getByRole("button", { name: "Approve 24", exact: true });
  await expect(card.getByRole("button", { name: "Decline 24", exact: true })).toBeInViewport();
  await approve.focus();
  await expect(card.getByText(readAll)).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect(card.getByText("Approved")).toHaveCount(0);
  await thread(page).evaluate((element) => element.scrollTo({ top: 0, behavior: "instant" }));
  await scrollThrough(thread(page));
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(page.getByText("That is that.")).toBeVisible();
  await expect(page.locator("[data-call-row=accepted]")).toHaveCount(24);
  await expect(page.locator("[data-call-row=declined]")).toHaveCount(1);
  await expect(page.getByRole("group", { name: /^Answered/ })).toBeVisible();

  const told = endpoint.requests[1]?.toolResults ?? [];
  expect(told).toHaveLength(40);
  expect(told.filter(({ text }) => text.includes("Noted under"))).toHaveLength(24);
  expect(told[1]?.text).toContain("declined");
  expect(told.filter(({ text }) => text.includes("asked too many questions"))).toHaveLength(15);
  const chat = new URL(page.url()).pathname.split("/").at(-1);
  const trail = await askAsPage(page, `/api/audit?chat=${chat}&limit=500`);
  const { entries } = JSON.parse(trail.text) as { entries: { kind: string }[] };
  expect(entries.filter(({ kind }) => kind === "approval-decided")).toHaveLength(25);

  await expect(page.getByText("Not asked: this answer may ask 25 times. The rest did not run.")).toBeVisible();
  await page.getByRole("button", { name: "Ask for the rest" }).click();
  await expect(page.getByText("Going on.")).toBeVisible();
});

test("C65, C14, CARD: a call of a higher risk stays on a card of its own, and each look of a table is whole", async ({
  page,
  common,
}) => {
  const writing = { call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } };
  const notes = [
    "milk",
    "bread",
    "salt",
    "soap",
    "tea with a name that is far longer than all of the others are, by a lot",
  ];
  const { app } = await common([[...notes.map(noting), writing], ["Done."]]);
  await openChat(page, app);
  await say(page, "note five things and write a file");
  await expect(approvals(page)).toHaveCount(2);
  const table = approvals(page).filter({ hasText: "5 calls of add_note" });
  await expect(rows(table)).toHaveCount(5);
  await look(page, "table");
  await rows(table).nth(0).getByRole("button", { name: "Open call 1" }).click();
  await hasNoFlaws(page);
  const own = approvals(page).filter({ hasText: "Remember this note?" }).last();
  const decline = own.getByRole("button", { name: "Decline" });
  await press(decline);
  await expect(rows(table).nth(0)).toContainText("Declined · not run");
  await rows(table).nth(0).getByRole("button", { name: "Close call 1" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table.getByRole("button", { name: "Decline 4" })).toBeEnabled();
  await table.getByRole("button", { name: "Decline 4" }).click();
  await expect(page.locator("[data-call-row=declined]")).toHaveCount(5);
  await expect(approvals(page)).toHaveCount(1);
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Done.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("C65, C1: what was folded in a row, or came after the look, is not approved with the rest", async ({
  page,
  common,
}) => {
  const long = `${"Buy one more.\n".repeat(40)}And wipe the disk.`;
  const { app } = await common([[noting("milk"), noting(long), noting("salt")], ["Three are noted."]]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openChat(page, app);
  await say(page, "note three things");
  const card = approvals(page);
  await expect(rows(card)).toHaveCount(3);
  const approve = card.getByRole("button", { name: "Approve 3", exact: true });
  await expect(card.getByRole("button", { name: "Decline 3" })).toBeEnabled();
  await approve.click({ force: true });
  await expect(card.getByText(readAll)).toBeVisible();
  await card.getByRole("button", { name: /^Open to read: 41 lines/ }).click();
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await scrollThrough(card.getByRole("group", { name: "Scrolling text: text of call 2" }));
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(page.getByText("Three are noted.")).toBeVisible();
});

test("C65, A3: a row that was answered elsewhere meanwhile says so, and the others go on", async ({ page, common }) => {
  const { app } = await common([[noting("milk"), noting("bread"), noting("salt")], ["Two are noted."]]);
  await openChat(page, app);
  await say(page, "note three things");
  const card = approvals(page);
  await expect(rows(card)).toHaveCount(3);
  await rows(card).nth(1).getByRole("button", { name: "Open call 2" }).click();
  const id = (await page.locator("[data-approval-id]").getAttribute("data-approval-id")) ?? "";
  await rows(card.first()).nth(1).getByRole("button", { name: "Close call 2" }).click();
  expect((await askAsPage(page, `/api/approvals/${id}/reject`, {})).status).toBe(200);
  await expect(rows(card).nth(1)).toContainText("Declined · not run");
  await card.getByRole("button", { name: "Approve 2", exact: true }).click();
  await expect(page.getByText("Two are noted.")).toBeVisible();
  await expect(page.locator("[data-call-row=accepted]")).toHaveCount(2);
});

test("C65, B14: keys that answer the card of one call answer no others when they come twice", async ({
  page,
  common,
}) => {
  const { app } = await common([[noting("milk"), noting("bread"), noting("salt")], ["One is noted."]]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openChat(page, app);
  await say(page, "note three things");
  const card = approvals(page).first();
  await expect(rows(card)).toHaveCount(3);
  await rows(card).nth(1).getByRole("button", { name: "Open call 2" }).click();
  const own = page.locator("[data-approval-id]");
  await expect(own.getByRole("button", { name: /^Approve/ })).toHaveAttribute("aria-disabled", "false");
  await own.focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("[data-call-row=accepted]")).toHaveCount(1);
  const rest = card.getByRole("button", { name: "Approve 2", exact: true });
  await expect(rest).toHaveAttribute("aria-disabled", "false");
  await expect(own).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Backspace");
  await press(card.getByRole("button", { name: "Decline 2", exact: true }));
  await expect(page.getByText("One is noted.")).toBeVisible();
  await expect(page.locator("[data-call-row=accepted]")).toHaveCount(1);
  await expect(page.locator("[data-call-row=declined]")).toHaveCount(2);
});
