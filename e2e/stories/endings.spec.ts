import { hasNoFlaws } from "../support/look.ts";
import {
  approvals,
  composer,
  expect,
  modelEnv,
  openChat,
  say,
  test,
  workspaceFile,
  settled,
} from "../support/story.ts";

const write = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "x" } });

/** Answers an approval the way a script with the browser's session would. */
async function answer(page: import("@playwright/test").Page, approvalId: string, action: string): Promise<number> {
  return page.evaluate(
    async ([id, act]) => {
      const response = await fetch("/api/chat/elicitation", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ approvalId: id, action: act }),
      });
      return response.status;
    },
    [approvalId, action],
  );
}

async function openId(page: import("@playwright/test").Page): Promise<string> {
  return (await approvals(page).getAttribute("data-approval-id")) ?? "";
}

test("A4: after Stop nothing runs, and a late answer is refused", async ({ page, common }) => {
  const { app } = await common([[write("a.txt")]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const id = await openId(page);
  await page.getByRole("button", { name: "Stop" }).first().click();
  await expect(approvals(page)).toHaveCount(0);
  await expect(settled(page, "Cancelled").first()).toBeVisible();
  expect(await answer(page, id, "accept")).toBe(409);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("row 24, C70, C71: a new message while a card waits asks first; it can become a question, or cancel the card and start", async ({
  page,
  common,
}) => {
  const explained = [["It writes x into a.txt."], ["Only that file."]];
  const { app } = await common([[write("a.txt")], ...explained, ["Something else, then."]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const id = await openId(page);
  await say(page, "never mind");
  const asked = page.getByRole("group", { name: "Your message" });
  await expect(asked).toContainText("Sending this cancels an open card.");
  await hasNoFlaws(page);
  await asked.getByRole("button", { name: "Keep waiting" }).click();
  await expect(asked).toHaveCount(0);
  await expect(approvals(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue("never mind");
  await composer(page).press("Enter");
  // The text becomes a question about the card; the card stays.
  await asked.getByRole("button", { name: "Ask about it instead" }).click();
  await expect(approvals(page).getByText("It writes x into a.txt.")).toBeVisible();
  // In its own field, the key that approves a card sends the question.
  await approvals(page).getByLabel("Your question").fill("Any other file?");
  await page.keyboard.press("Control+Enter");
  await expect(approvals(page).getByText("Only that file.")).toBeVisible();
  await hasNoFlaws(page);
  await expect(approvals(page)).toHaveCount(1);
  await say(page, "never mind");
  await asked.getByRole("button", { name: "Send and cancel" }).click();
  await expect(page.getByText("Something else, then.")).toBeVisible();
  await expect(approvals(page)).toHaveCount(0);
  await expect(settled(page, "Cancelled").first()).toBeVisible();
  expect(await answer(page, id, "accept")).toBe(409);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("D7: editing an earlier message withdraws the card behind it", async ({ page, common }) => {
  const { app } = await common([[write("a.txt")], ["Nothing was written."]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const id = await openId(page);
  await page.getByText("write a.txt").first().hover();
  await page.getByRole("button", { name: "Edit this request" }).click();
  const box = page.getByRole("textbox", { name: "Edited request" });
  await box.fill("write nothing");
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.getByRole("button", { name: "Send and cancel" }).click();
  await expect(page.getByText("Nothing was written.")).toBeVisible();
  await expect(page.getByRole("main").getByText("write a.txt")).toHaveCount(0);
  expect(await answer(page, id, "accept")).not.toBe(200);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("A5, S2.10, C67, C73: an unanswered card expires by itself, which the title says before, and nothing runs; asked again, it is judged anew", async ({
  page,
  launch,
  model,
}) => {
  test.setTimeout(120_000);
  const endpoint = await model([[write("a.txt")], ["It expired."], [write("a.txt")], ["Written."]]);
  const { default: mcp } = await import("../../mcp.json", { with: { type: "json" } });
  const { workspace } = mcp.mcpServers;
  const short = { ...workspace, cwd: process.cwd(), tools: { ...workspace.tools, write_file: { timeoutMs: 30_000 } } };
  const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { workspace: short } } });
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  await expect(page).toHaveTitle(/^\(1, expires soon\) /);
  const id = await openId(page);
  await expect(page.getByText("It expired.")).toBeVisible({ timeout: 45_000 });
  await expect(settled(page, "Expired").first()).toBeVisible();
  expect(await answer(page, id, "accept")).toBe(410);
  expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("timed out");
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByText(/^Call workspace__write_file \{.*"path":"a.txt"/)).toBeVisible();
  await expect(approvals(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("Written.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).not.toBeNull();
});

test("a message sent while text streams is queued, can be removed, and starts by itself afterwards", async ({
  page,
  common,
}) => {
  const { app, endpoint } = await common([["Slow ", { gate: "go" }, "answer."], ["Second answer."]]);
  await openChat(page, app);
  await say(page, "first");
  await expect(page.getByText("Slow")).toBeVisible();
  await composer(page).fill("to be removed");
  await composer(page).press("Enter");
  await expect(page.getByText("to be removed")).toBeVisible();
  await composer(page).fill("second");
  await composer(page).press("Enter");
  await page.getByRole("button", { name: /remove.*to be removed/i }).click();
  await expect(page.getByText("to be removed")).toHaveCount(0);
  endpoint.open("go");
  await expect(page.getByText("Slow answer.")).toBeVisible();
  await expect(page.getByText("Second answer.")).toBeVisible();
  expect(endpoint.requests).toHaveLength(2);
});
