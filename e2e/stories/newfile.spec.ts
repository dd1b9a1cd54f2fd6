import { expect, openChat, questions, say, test, workspaceFile, settled } from "../support/story.ts";

test("S0.12, S4.8, S4.19: creating newfile.md is silent, deleting it asks; Decline keeps it, Approve deletes it", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  await expect(page.getByText(/demo model/i).first()).toBeVisible();

  await say(page, "create newfile.md and then delete it");
  const question = questions(page);
  await expect(question).toHaveCount(1);
  await expect(question).toContainText("Are you sure you want to run the dangerous command: 'rm newfile.md'?");
  expect(await workspaceFile(app, "newfile.md")).toBe("");

  await question.getByRole("button", { name: "Decline" }).click();
  await expect(settled(page, "Declined").first()).toBeVisible();
  await expect(questions(page)).toHaveCount(0);
  await expect(page.getByText(/was not|not deleted|declined/i).last()).toBeVisible();
  expect(await workspaceFile(app, "newfile.md")).toBe("");

  await say(page, "delete newfile.md");
  await expect(questions(page)).toHaveCount(1);
  expect(await workspaceFile(app, "newfile.md")).toBe("");
  await questions(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(settled(page, "Approved").first()).toBeVisible();
  await expect.poll(() => workspaceFile(app, "newfile.md")).toBeNull();
});
