import { AxeBuilder } from "@axe-core/playwright";
import { approvals, expect, modelEnv, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });
const deleting = (path: string) => ({ call: "workspace__delete_file", arguments: { path } });

test("CARD: the low-risk calls of an answer are listed whole and approved together, and nothing else is", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([
    [writing("a.txt"), writing("b.txt"), deleting("a.txt"), writing("c.txt")],
    ["Three are written."],
  ]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "write three files and delete one");
  await expect(approvals(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Approve all 3 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3 calls?" });
  const calls = dialog.getByRole("list", { name: "Calls to approve" }).locator(":scope > li");
  await expect(calls).toHaveCount(3);
  for (const [index, name] of ["a.txt", "b.txt", "c.txt"].entries()) await expect(calls.nth(index)).toContainText(name);
  await expect(dialog).toContainText(/delete_file on Workspace – (risk L5|cannot be undone)/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const approve = dialog.getByRole("button", { name: "Approve these 3" });
  await approve.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Enter alone never signs. Press Space.");
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(dialog).toBeHidden();
  await expect(settled(page, "Approved")).toHaveCount(3);
  await expect(approvals(page)).toHaveCount(1);
  for (const name of ["a.txt", "b.txt", "c.txt"]) {
    await expect.poll(() => workspaceFile(app, name)).toBe("signed");
  }
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Three are written.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
});

test("CARD: a call of a batch that was answered elsewhere meanwhile is said to be, and the others go on", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[writing("a.txt"), writing("b.txt"), writing("c.txt")], ["Two are written."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "write three files");
  await expect(approvals(page)).toHaveCount(3);
  const id = (await approvals(page).nth(1).getAttribute("data-approval-id")) ?? "";
  await page.getByRole("button", { name: "Approve all 3 low-risk…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 3 calls?" });
  const declined = await page.request.post(`${app.url}/api/approvals/${id}/reject`, {
    data: {},
    headers: { origin: app.url },
  });
  expect(declined.status()).toBe(200);
  const approve = dialog.getByRole("button", { name: "Approve these 3" });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await approve.click();
  await expect(page.getByText("Two are written.")).toBeVisible();
  await expect(settled(page, "Approved")).toHaveCount(2);
  await expect(settled(page, "Declined")).toHaveCount(1);
  expect(await workspaceFile(app, "b.txt")).toBeNull();
  expect(await workspaceFile(app, "c.txt")).toBe("signed");
});
