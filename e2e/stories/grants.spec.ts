import { hasNoFlaws, press, readCard } from "../support/look.ts";
import { approvals, expect, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });

test("A11: grant, see it used, then revoke: the next call asks again", async ({ page, common }) => {
  const { app } = await common([
    [writing("notes/a.txt")],
    ["A is written."],
    [writing("notes/b.txt")],
    ["B is written."],
    [writing("keys/c.txt")],
    ["C is off."],
    [writing("notes/d.txt")],
    ["D is off."],
  ]);
  await openChat(page, app);
  await say(page, "write a");
  const card = approvals(page);
  await readCard(card);
  await card.getByRole("button", { name: "More options" }).click();
  await card.getByRole("radio", { name: "write_file in this chat" }).check();
  await card.getByLabel("Limit the number of calls").check();
  await card.getByLabel("Only when an argument matches").check();
  await expect(card.getByLabel("Value")).toHaveValue("notes/");
  const sentence =
    /^Allow write_file on .* in this chat, up to 5 calls, while path starts with “notes\/” and has no “\.\.” in it\.$/;
  await expect(card.getByText(sentence)).toBeVisible();
  await press(card.getByRole("button", { name: /^Approve: write_file, and grant it/ }));
  await expect(page.getByText("A is written.")).toBeVisible();
  await expect(settled(page, "Approved")).toContainText("Granted: Allow write_file");

  await say(page, "write b");
  await expect(page.getByText("B is written.")).toBeVisible();
  await expect(approvals(page)).toHaveCount(0);
  expect(await workspaceFile(app, "notes/b.txt")).toBe("signed");
  const line = page.getByText(/^Allowed by your grant: Allow write_file/);
  await expect(line).toHaveCount(1);

  await say(page, "write c");
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("C is off.")).toBeVisible();

  await page.reload();
  await expect(line).toHaveCount(1);
  const chat = page.url();
  await page.getByRole("link", { name: "Revoke this grant" }).click();
  await expect(page).toHaveURL(/\/settings\/grants#/);
  const standing = page.getByRole("list", { name: "Standing grants" });
  await expect(standing.getByRole("listitem")).toHaveCount(1);
  await expect(standing).toContainText("Used 1 of 5 times");
  await hasNoFlaws(page);
  await page.getByRole("button", { name: "Revoke the grant for write_file" }).click();
  await expect(page.getByText("There are no standing grants")).toBeVisible();
  await expect(page.getByRole("list", { name: "Ended grants" })).toContainText("Revoked");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto(chat);
  await say(page, "write d");
  await expect(approvals(page)).toHaveCount(1);
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("D is off.")).toBeVisible();
  expect(await workspaceFile(app, "notes/d.txt")).toBeNull();
});

test("A11: a grant for good is drawn up in the settings, and lets the tool run in a new chat", async ({
  page,
  common,
}) => {
  const { app } = await common([[writing("a.txt")], ["A is written."], [writing("b.txt")]]);
  await openChat(page, app);
  await page.goto(`${app.url}/settings/grants`);
  await page.getByRole("button", { name: "New grant" }).click();
  const sheet = page.getByRole("dialog", { name: "New grant" });
  // The server may still be on its way; its tools appear when it is there.
  await expect(sheet.getByRole("option", { name: "write_file on Workspace" })).toBeAttached();
  await sheet.getByLabel("Tool").selectOption({ label: "write_file on Workspace" });
  await sheet.getByRole("radio", { name: "write_file in every chat, always" }).check();
  await sheet.getByLabel("Limit the number of calls").check();
  await sheet.getByRole("spinbutton", { name: "Calls" }).fill("1");
  const sentence = "Allow write_file on Workspace in every chat, for 1 call, without an end.";
  await expect(sheet.getByText(sentence)).toBeVisible();
  await hasNoFlaws(page);
  await sheet.getByRole("button", { name: "Give this grant" }).click();
  await expect(page.getByRole("list", { name: "Standing grants" })).toContainText(sentence);

  await page.goto(app.url);
  await say(page, "write a");
  await expect(page.getByText("A is written.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  await say(page, "write b");
  await expect(approvals(page)).toHaveCount(1);
  expect(await workspaceFile(app, "b.txt")).toBeNull();
});
