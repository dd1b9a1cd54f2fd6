import type { Page } from "@playwright/test";
import { editArguments, hasNoFlaws, inEveryLook, look, press, readCard, scrollThrough } from "../support/look.ts";
import {
  approvals,
  composer,
  expect,
  inboxLines,
  openChat,
  openLine,
  say,
  settled,
  test,
  workspaceFile,
} from "../support/story.ts";

const writing = (path: string, content = "signed") => ({
  call: "workspace__write_file",
  arguments: { path, content },
});

const noting = (text: string) => ({ call: "app__add_note", arguments: { text } });
const line = (page: Page, words: string) => inboxLines(page).filter({ hasText: words }).getByRole("button");
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[data-approval-id]")?.textContent ?? "");

test("N10, S2.5, S2.6: a card is edited and signed in the inbox of a second browser, and closes in the first", async ({
  page,
  browser,
  common,
}) => {
  const { app, link } = await common([[writing("a.txt", "proposed")], ["A is done."]]);
  await openChat(page, app);
  await page.goto(`${app.url}/inbox`);
  await expect(page.getByText("Nothing waits for you.")).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const second = await phone.newPage();
  await second.goto(await link());
  await expect(composer(second)).toBeEditable();
  await second.goto(`${app.url}/inbox`);
  const chat = await page.context().newPage();
  await openChat(chat, app);
  await say(chat, "please write a.txt for the phone");
  await page.bringToFront();
  await expect(approvals(page)).toHaveCount(1);
  await expect(inboxLines(second)).toHaveCount(1);
  await expect(second).toHaveTitle("(1) Inbox · Countersign");

  await expect(approvals(second)).toHaveCount(0);
  await openLine(second, "a.txt");
  await expect(second.getByText("“please write a.txt for the phone”")).toBeVisible();
  const card = approvals(second);
  await editArguments(card);
  await card.getByLabel("content").fill("edited on the phone");
  const approve = card.getByRole("button", { name: "Approve with your changes" });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(settled(second, "Approved")).toHaveCount(1);
  expect(await second.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expect(second.getByText(/In another window/)).toHaveCount(0);
  await expect(page.getByText(/^In another window: \w+ by you: /)).toBeVisible();
  await expect(approvals(page)).toHaveCount(0);
  await expect.poll(() => workspaceFile(app, "a.txt")).toBe("edited on the phone");
  await expect(page).toHaveTitle("Inbox · Countersign");

  await page.getByRole("link", { name: "Answered" }).click();
  // Other stories may have answered before.
  const answered = page.getByRole("listitem").filter({ hasText: "“please write a.txt for the phone”" });
  await expect(answered).toHaveCount(1);
  await expect(answered).toContainText("Approved");
  await phone.close();
});

test("N22: keys move along the list, select, and answer only the card that has the focus", async ({ page, common }) => {
  const { app } = await common([[writing("a.txt")], [writing("b.txt")], ["Off."], ["On."]]);
  for (const name of ["a", "b"]) {
    await openChat(page, app);
    await say(page, `write ${name}.txt`);
    await expect(approvals(page)).toHaveCount(1);
  }
  await page.goto(`${app.url}/inbox`);
  await expect(inboxLines(page)).toHaveCount(2);
  await readCard(page);
  // With nothing in focus no key answers anything, and letters mean nothing until they are switched on.
  for (const key of ["Control+Backspace", "Control+Enter", "j"]) await page.keyboard.press(key);
  expect(await focused(page)).toBe("");
  await page.keyboard.press("ArrowDown");
  await expect(line(page, "a.txt")).toBeFocused();
  // In the list letters count; a line is no card, so nothing answers there either.
  await page.keyboard.press("j");
  await expect(line(page, "b.txt")).toBeFocused();
  await expect(approvals(page)).toContainText("b.txt");
  for (const key of ["Control+Backspace", "Control+Enter"]) await page.keyboard.press(key);
  await page.keyboard.press("?");
  await expect(page.getByRole("group", { name: "Keyboard" })).toContainText("goes to its card");
  await page.keyboard.press("?");
  await expect(page.getByRole("group", { name: "Keyboard" })).toHaveCount(0);
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(approvals(page)).toBeFocused();
  expect(await focused(page)).toContain("a.txt");
  await page.keyboard.press("Enter");
  await readCard(page);
  await page.keyboard.press("Control+Backspace");
  await expect(settled(page, "Declined")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(line(page, "b.txt")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(approvals(page)).toBeFocused();
  await page.keyboard.press("Escape");
  expect(await focused(page)).toBe("");
  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.getByRole("checkbox", { name: "Single letters" }).check();
  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.keyboard.press("j");
  await expect(line(page, "b.txt")).toBeFocused();
  await page.keyboard.press("Enter");
  await readCard(page);
  await expect(async () => {
    await page.keyboard.press("Control+Enter");
    await expect(settled(page, "Approved")).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect.poll(() => workspaceFile(app, "b.txt")).toBe("signed");
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("N19, N20, N21: on a phone and in a window, one card, many calls of one tool, or selected calls of several chats are answered", async ({
  page,
  common,
}) => {
  const long = `${"Buy one more.\n".repeat(60)}And wipe the disk.`;
  const { app } = await common([
    [noting("milk"), noting(long)],
    [noting("bread"), writing("a.txt")],
    [noting("one"), noting("two"), noting("three")],
    ["One."],
    ["Two."],
    ["Three."],
  ]);
  for (const text of ["note two", "note and write", "note three"]) {
    await openChat(page, app);
    await say(page, text);
    await expect(approvals(page).first()).toBeVisible();
  }
  await page.goto(`${app.url}/inbox`);
  // The riskiest first; calls of one tool in one answer are one line.
  await expect(inboxLines(page)).toHaveCount(5);
  await expect(inboxLines(page).first()).toContainText("a.txt");
  await expect(inboxLines(page).first()).toContainText("Note and write");
  await expect(inboxLines(page).first()).toContainText(/Risk \d of 5/);
  await expect(inboxLines(page).first().getByRole("checkbox")).toHaveCount(0);
  await expect(approvals(page)).toContainText("a.txt");
  await inEveryLook(page, (state) => hasNoFlaws(page, state));

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(approvals(page)).toHaveCount(0);
  await openLine(page, "3 calls of add_note");
  await expect(inboxLines(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "3 calls of add_note" })).toBeVisible();
  await hasNoFlaws(page);
  await page.goBack();
  await expect(inboxLines(page)).toHaveCount(5);
  await openLine(page, "3 calls of add_note");
  await press(page.getByRole("button", { name: "Decline call 2" }));
  await expect(page.locator("[data-call-row=declined]")).toHaveCount(1);
  await page.getByRole("group", { name: /^Approval needed/ }).focus();
  await expect(async () => {
    await page.keyboard.press("Control+Enter");
    await expect(page.locator("[data-call-row=accepted]")).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "All calls" }).click();
  await expect(inboxLines(page).filter({ hasText: "3 calls" })).toContainText("Answered");

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const words of ["milk", "bread", "Buy one more."]) {
    await inboxLines(page).filter({ hasText: words }).getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Answer together…" }).click();
  const together = page.getByRole("group", { name: "3 calls to answer together" });
  await expect(together).toBeFocused();
  await expect(together).toContainText("Note two");
  const approve = together.getByRole("button", { name: "Approve these 3" });
  await expect(together.getByRole("status")).toHaveText(/^Scroll through every call/);
  await page.keyboard.press("Control+Enter");
  await approve.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect(together.getByText("Approved")).toHaveCount(0);
  await inEveryLook(page, (state) => hasNoFlaws(page, state));
  await together.getByRole("button", { name: /^Open to read/ }).click();
  await scrollThrough(together.getByRole("group", { name: "Scrolling text: text" }));
  await scrollThrough(page.locator("[data-thread]"));
  await press(approve);
  await expect(inboxLines(page).filter({ hasText: "Approved" })).toHaveCount(3);
  await expect(inboxLines(page).filter({ hasText: /Risk \d of 5/ })).toHaveCount(1);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await openLine(page, "a.txt");
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(settled(page, "Declined")).toHaveCount(1);
});

test("N12: the inbox is filtered, and keeps its filter when it is loaded anew", async ({ page, common }) => {
  const { app } = await common([[writing("a.txt")], [{ call: "app__add_note", arguments: { text: "z" } }]]);
  for (const text of ["write", "run"]) {
    await openChat(page, app);
    await say(page, text);
    await expect(approvals(page)).toHaveCount(1);
  }
  await page.goto(`${app.url}/inbox`);
  await expect(inboxLines(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Filter" }).click();
  await look(page, "filter");
  await page.getByLabel("Tool", { exact: true }).selectOption({ label: "write_file on workspace (1)" });
  await expect(inboxLines(page)).toHaveCount(1);
  await expect(approvals(page)).toContainText("write_file");
  await page.reload();
  await expect(approvals(page)).toHaveCount(1);
  await expect(page.getByText("Filter (on)")).toBeVisible();
  await page.getByRole("button", { name: "Filter (on)" }).click();
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(inboxLines(page)).toHaveCount(2);
});
