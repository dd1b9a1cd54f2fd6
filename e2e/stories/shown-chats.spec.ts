import type { Page } from "@playwright/test";
import { look } from "../support/look.ts";
import { approvals, askAsPage, expect, inboxLines, modelEnv, openChat, say, test } from "../support/story.ts";
import { teamOf } from "../support/team-story.ts";

/** The project's workspace server, whose writing a reviewer answers for. */
const mcp = {
  mcpServers: {
    workspace: {
      title: "Workspace",
      command: "node",
      args: ["examples/workspace/main.ts"],
      cwd: process.cwd(),
      env: { WORKSPACE_DIR: "${DATA_DIR}/workspace", WORKSPACE_STATE_DIR: "${DATA_DIR}/workspace-state" },
      trusted: true,
      tools: { write_file: { approval: "always", who: "other" } },
    },
  },
};

test("B22: a reviewer reads the words around a call beside its card, where the person of the chat shows them, and only while it waits", async ({
  browser,
  launch,
  model,
}) => {
  test.slow();
  const endpoint = await model([
    ["The plan is to ship on Friday."],
    ["I write that down.", { call: "workspace__write_file", arguments: { path: "plan.txt", content: "Friday" } }],
    ["It is written."],
  ]);
  const app = await launch({ env: { ...modelEnv(endpoint), AUTH: "team" }, mcp });
  const { pages } = await teamOf(app, browser, [
    { name: "Kim", role: "member" },
    { name: "Ana", role: "reviewer" },
  ]);
  const [kim, ana] = pages as [Page, Page];
  await openChat(kim, app);
  await say(kim, "when do we ship?");
  await expect(kim.getByText("The plan is to ship on Friday.")).toBeVisible();
  await say(kim, "please write that to plan.txt");
  await expect(kim.getByRole("group", { name: /^Waits for others/ })).toBeVisible();

  await ana.goto(`${app.url}/inbox`);
  await expect(approvals(ana)).toContainText("kim@example.com (Kim) asks.");
  const opens = ana.getByRole("button", { name: "Read the chat around it" });
  await expect(opens).toHaveCount(0);
  const id = await approvals(ana).getAttribute("data-approval-id");
  const words = `/api/approvals/${id}/words`;
  expect((await askAsPage(ana, words)).status).toBe(404);

  await kim.bringToFront();
  await kim.getByRole("button", { name: "Chat settings" }).click();
  await kim.getByLabel("Show reviewers the words around a call").check();
  await look(kim, "the switch of a chat");
  await kim.getByRole("button", { name: "Save settings" }).click();
  await expect(kim.getByRole("dialog")).toHaveCount(0);

  await ana.bringToFront();
  await ana.reload();
  await opens.click();
  const around = ana.getByRole("group", { name: "Chat around the call" });
  await expect(around).toContainText("when do we ship?");
  await expect(around).toContainText("The plan is to ship on Friday.");
  await expect(around).toContainText("I write that down.");
  await look(ana, "the words around a call");
  await ana.setViewportSize({ width: 390, height: 900 });
  await inboxLines(ana).getByRole("button").click();
  await expect(around).toBeVisible();
  await look(ana, "the words on a phone", { widths: [390] });
  await ana.setViewportSize({ width: 1280, height: 900 });
  await approvals(ana)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(kim.getByText("It is written.")).toBeVisible();
  await expect(around).toHaveCount(0);
  expect((await askAsPage(ana, words)).status).toBe(404);

  // For all new chats at once.
  await kim.goto(`${app.url}/settings/people`);
  const all = kim.getByLabel("Show reviewers the words around calls of my new chats");
  await expect(all).not.toBeChecked();
  await all.check();
  await expect(all).toBeEnabled();
  await look(kim, "the switch of new chats");
  await kim.reload();
  await expect(all).toBeChecked();
});
