import type { Locator } from "@playwright/test";
import { hasNoFlaws } from "../support/look.ts";
import {
  approvals,
  askAsPage,
  expect,
  modelEnv,
  openChat,
  say,
  settled,
  test,
  workspaceFile,
} from "../support/story.ts";

const noting = (text: string) => ({ call: "app__add_note", arguments: { text } });
const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });

/** As a wheel would. */
const toEnd = (calls: Locator) =>
  calls.last().evaluate((call) => call.parentElement?.scrollTo({ top: call.parentElement.scrollHeight }));

test("CARD: the low-risk calls of an answer are listed whole and approved together, and nothing else is", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([
    [noting("milk"), noting("bread"), writing("a.txt"), noting("salt")],
    ["Three are noted."],
  ]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "note three things and write a file");
  await expect(approvals(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Approve all 3 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3 calls?" });
  const calls = dialog.getByRole("list", { name: "Calls to approve" }).locator(":scope > li");
  await expect(calls).toHaveCount(3);
  for (const [index, note] of ["milk", "bread", "salt"].entries()) await expect(calls.nth(index)).toContainText(note);
  await expect(dialog).toContainText("write_file on Workspace – cannot be undone");
  await hasNoFlaws(page);

  const approve = dialog.getByRole("button", { name: "Approve these 3" });
  await approve.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Enter alone never signs. Press Space.");
  await expect(settled(page, "Approved")).toHaveCount(0);
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(dialog.getByRole("status")).toHaveText("Scroll to the last call first.");
  await expect(settled(page, "Approved")).toHaveCount(0);
  await toEnd(calls);
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(dialog).toBeHidden();
  await expect(settled(page, "Approved")).toHaveCount(3);
  await expect(approvals(page)).toHaveCount(1);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Three are noted.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("CARD: a call of a batch that was answered elsewhere meanwhile is said to be, and the others go on", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[noting("milk"), noting("bread"), noting("salt")], ["Two are noted."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "note three things");
  await expect(approvals(page)).toHaveCount(3);
  const id = (await approvals(page).nth(1).getAttribute("data-approval-id")) ?? "";
  await page.getByRole("button", { name: "Approve all 3 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3 calls?" });
  expect((await askAsPage(page, `/api/approvals/${id}/reject`, {})).status).toBe(200);
  await toEnd(dialog.getByRole("list", { name: "Calls to approve" }).locator(":scope > li"));
  const approve = dialog.getByRole("button", { name: "Approve these 3" });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(page.getByText("Two are noted.")).toBeVisible();
  await expect(settled(page, "Approved")).toHaveCount(2);
  await expect(settled(page, "Declined")).toHaveCount(1);
});
