import { hasNoFlaws } from "../support/look.ts";
import { approvals, expect, openChat, say, test, workspaceFile } from "../support/story.ts";

const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });

test("I6, F10: a key is shown once, answers in its owner's name, and ends when it is revoked", async ({
  page,
  common,
}) => {
  const { app } = await common([[writing("a.txt")], ["A is done."]]);
  await openChat(page, app);
  await page.goto(`${app.url}/settings/keys`);
  await expect(page.getByText("No active keys.")).toBeVisible();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("On-call bot");
  await page.getByLabel("Answer approvals").check();
  await expect(page.getByLabel("Use the chat and its tools")).toBeDisabled();
  await hasNoFlaws(page);
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  expect(key).toMatch(/^cs_[0-9a-f]{16}_[A-Za-z0-9_-]{65}$/);
  await page.keyboard.press("Escape");
  await expect(page.getByText(key)).toBeVisible();
  await page.getByRole("button", { name: "I have it" }).click();
  await expect(page.getByText("On-call bot")).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  await hasNoFlaws(page);

  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await openChat(page, app);
  await say(page, "please write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const waiting = (await (await fetch(`${app.url}/api/approvals`, { headers })).json()) as { id: string }[];
  const answered = await fetch(`${app.url}/api/approvals/${waiting[0]?.id}/approve`, {
    method: "POST",
    headers,
    body: "{}",
  });
  expect(await answered.json()).toMatchObject({ success: true, message: "Approved" });
  await expect(page.getByText("A is done.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  await page.goto(`${app.url}/audit`);
  await expect(page.getByText("Approved by a program with a key").first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${app.url}/settings/keys`);
  await page.emulateMedia({ colorScheme: "dark" });
  await hasNoFlaws(page);
  await page.getByRole("button", { name: "Revoke On-call bot" }).click();
  await page.getByRole("button", { name: "Revoke for good" }).click();
  await expect(page.getByText("No active keys.")).toBeVisible();
  expect((await fetch(`${app.url}/api/approvals`, { headers })).status).toBe(401);
});
