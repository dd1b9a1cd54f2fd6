import type { Page } from "@playwright/test";
import { editArguments, look } from "../support/look.ts";
import { approvals, composer, expect, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const writing = (path: string, content = "signed") => ({
  call: "workspace__write_file",
  arguments: { path, content },
});

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
  await expect(approvals(second)).toHaveCount(1);
  await expect(second).toHaveTitle("(1) Inbox · Countersign");
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

test("CARD: keys move between the cards of the inbox and answer only the one that has the focus", async ({
  page,
  common,
}) => {
  const { app } = await common([[writing("a.txt")], [writing("b.txt")], ["Off."], ["On."]]);
  for (const name of ["a", "b"]) {
    await openChat(page, app);
    await say(page, `write ${name}.txt`);
    await expect(approvals(page)).toHaveCount(1);
  }
  await page.goto(`${app.url}/inbox`);
  await expect(approvals(page)).toHaveCount(2);
  // Drawn by the server, cards hear nothing yet.
  await expect(approvals(page).first().getByRole("button", { name: "Decline" })).toHaveAttribute(
    "aria-disabled",
    "false",
  );
  // With nothing in focus no key answers anything, and letters mean nothing until they are switched on.
  await page.keyboard.press("Control+Backspace");
  await page.keyboard.press("j");
  expect(await focused(page)).toBe("");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toContain("a.txt");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toContain("b.txt");
  await page.keyboard.press("Escape");
  expect(await focused(page)).toBe("");

  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.getByRole("checkbox", { name: "Single letters" }).check();
  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focused(page)).toContain("b.txt");
  await page.keyboard.press("k");
  expect(await focused(page)).toContain("a.txt");
  await approvals(page).first().getByRole("button", { name: "Decline" }).scrollIntoViewIfNeeded();
  await expect(approvals(page).first().getByRole("button", { name: "Decline" })).toHaveAttribute(
    "aria-disabled",
    "false",
  );
  await page.keyboard.press("Control+Backspace");
  await expect(settled(page, "Declined")).toHaveCount(1);
  await expect(approvals(page)).toHaveCount(1);
  await page.keyboard.press("j");
  expect(await focused(page)).toContain("b.txt");
  await expect(approvals(page).getByRole("button", { name: /^Approve/ })).toHaveAttribute("aria-disabled", "false");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.keyboard.press("Control+Enter");
    await expect(settled(page, "Approved")).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await expect.poll(() => workspaceFile(app, "b.txt")).toBe("signed");
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("N12: the inbox is filtered, and keeps its filter when it is loaded anew", async ({ page, common }) => {
  const { app } = await common([[writing("a.txt")], [{ call: "app__add_note", arguments: { text: "z" } }]]);
  for (const text of ["write", "run"]) {
    await openChat(page, app);
    await say(page, text);
    await expect(approvals(page)).toHaveCount(1);
  }
  await page.goto(`${app.url}/inbox`);
  await expect(approvals(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Filter" }).click();
  await look(page, "filter");
  await page.getByLabel("Tool", { exact: true }).selectOption({ label: "write_file on workspace (1)" });
  await expect(approvals(page)).toHaveCount(1);
  await expect(approvals(page)).toContainText("write_file");
  await page.reload();
  await expect(approvals(page)).toHaveCount(1);
  await expect(page.getByText("Filter (on)")).toBeVisible();
  await page.getByRole("button", { name: "Filter (on)" }).click();
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(approvals(page)).toHaveCount(2);
});
