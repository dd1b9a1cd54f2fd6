import type { Locator } from "@playwright/test";
import { hasNoFlaws, scrollThrough } from "../support/look.ts";
import { again, approvals, askAsPage, expect, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const noting = (text: string) => ({ call: "app__add_note", arguments: { text } });
const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });

const readAll = "Scroll through every call and all of its arguments first: not every part was on the screen.";
const listOf = (dialog: Locator) => dialog.getByRole("group", { name: "Scrolling list: calls to answer" });

test("CARD: the low-risk calls of an answer are listed whole and approved together, and nothing else is", async ({
  page,
  common,
}) => {
  const { app } = await common([[noting("milk"), noting("bread"), writing("a.txt")], ["Two are noted."]]);
  await openChat(page, app);
  await say(page, "note two things and write a file");
  await expect(approvals(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Approve all 2 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 2 calls?" });
  const calls = dialog.getByRole("list", { name: "Calls to answer" }).locator(":scope > li");
  await expect(calls).toHaveCount(2);
  for (const [index, note] of ["milk", "bread"].entries()) await expect(calls.nth(index)).toContainText(note);
  await expect(dialog).toContainText("write_file on Workspace – cannot be undone");
  await hasNoFlaws(page);

  const approve = dialog.getByRole("button", { name: "Approve these 2" });
  await approve.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Enter alone never signs. Press Space.");
  await expect(settled(page, "Approved")).toHaveCount(0);
  await scrollThrough(listOf(dialog));
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(dialog).toBeHidden();
  await expect(settled(page, "Approved")).toHaveCount(2);
  await expect(approvals(page)).toHaveCount(1);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Two are noted.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

for (const width of [1280, 390]) {
  test(
    `C1: at ${width} pixels, calls are approved together once the whole of each was on the screen`,
    width === 390 ? {} : again,
    async ({ page, common }) => {
      await page.setViewportSize({ width, height: 720 });
      const long = `${"Buy one more.\n".repeat(40)}And wipe the disk.`;
      const { app } = await common([[noting("milk"), noting(long)], ["Two are noted."]]);
      await openChat(page, app);
      await say(page, "note two things");
      await expect(approvals(page)).toHaveCount(2);
      await page.getByRole("button", { name: "Approve all 2 low-risk…" }).click();
      const dialog = page.getByRole("dialog", { name: "Approve 2 calls?" });
      const approve = dialog.getByRole("button", { name: "Approve these 2" });
      await expect(dialog.getByRole("status")).toHaveText(readAll);
      // All of the list, but of the long call only what its own box shows at first.
      await scrollThrough(listOf(dialog));
      // What has only just come to rest says so, and asks for one more press.
      await expect(async () => {
        await approve.click({ force: true });
        await expect(dialog.getByRole("status")).toHaveText(readAll, { timeout: 1_000 });
      }).toPass();
      await approve.focus();
      await page.keyboard.press("Space");
      await expect(approve).toHaveAttribute("aria-disabled", "true");
      await expect(settled(page, "Approved")).toHaveCount(0);
      await hasNoFlaws(page);
      await dialog.getByRole("button", { name: /^Open to read: 41 lines/ }).click();
      const box = dialog.getByRole("group", { name: "Scrolling text: text" });
      await box.scrollIntoViewIfNeeded();
      await box.focus();
      await scrollThrough(box);
      await scrollThrough(listOf(dialog));
      await expect(approve).toHaveAttribute("aria-disabled", "false");
      await approve.click();
      await expect(dialog).toBeHidden();
      await expect(settled(page, "Approved")).toHaveCount(2);
      await expect(page.getByText("Two are noted.")).toBeVisible();
    },
  );
}

test("CARD: a call of a batch that was answered elsewhere meanwhile is said to be, and the others go on", async ({
  page,
  common,
}) => {
  const { app } = await common([[noting("milk"), noting("bread")], ["One is noted."]]);
  await openChat(page, app);
  await say(page, "note two things");
  await expect(approvals(page)).toHaveCount(2);
  const id = (await approvals(page).nth(1).getAttribute("data-approval-id")) ?? "";
  await page.getByRole("button", { name: "Approve all 2 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 2 calls?" });
  expect((await askAsPage(page, `/api/approvals/${id}/reject`, {})).status).toBe(200);
  await scrollThrough(listOf(dialog));
  const approve = dialog.getByRole("button", { name: "Approve these 2" });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(page.getByText("One is noted.")).toBeVisible();
  await expect(settled(page, "Approved")).toHaveCount(1);
  await expect(settled(page, "Declined")).toHaveCount(1);
});
