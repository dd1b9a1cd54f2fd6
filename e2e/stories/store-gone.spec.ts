import { closeDatabase, openDatabase } from "../support/test-template.ts";
import { approvals, expect, modelEnv, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

// It is what this story looks at.
test.use({ tryAgain: false });

test("G3: while the store is gone pages say so and no answer counts; when it is back, the same press counts once", async ({
  page,
  context,
  launch,
  model,
}) => {
  const write = { call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } };
  const endpoint = await model([[write], ["It is written."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  // On a busy machine the store may be away for a moment before it is gone.
  await expect(() => openChat(page, app)).toPass();
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);

  const url = app.variables["DATABASE_URL"] ?? "";
  await closeDatabase(url);
  const approve = approvals(page).getByRole("button", { name: /^Approve/ });
  await approve.click();
  await expect(approvals(page).getByRole("alert")).toContainText(/store|try again/i);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole("heading", { name: "Countersign is not available right now" })).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();

  await openDatabase(url);
  await second.getByRole("button", { name: "Try again" }).click();
  await expect(approvals(second)).toHaveCount(1);
  await approve.click();
  await expect(page.getByText("It is written.")).toBeVisible();
  await expect(settled(second, "Approved")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
});
