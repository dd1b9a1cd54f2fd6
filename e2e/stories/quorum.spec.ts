import type { Page } from "@playwright/test";
import { editArguments, hasNoFlaws } from "../support/look.ts";
import {
  again,
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
import { teamOf } from "../support/team-story.ts";

const writing = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "signed" } });

/** The project's workspace server, whose writing somebody else answers for. */
const workspace = (who: unknown) => ({
  mcpServers: {
    workspace: {
      title: "Workspace",
      command: "node",
      args: ["examples/workspace/main.ts"],
      cwd: process.cwd(),
      env: { WORKSPACE_DIR: "${DATA_DIR}/workspace", WORKSPACE_STATE_DIR: "${DATA_DIR}/workspace-state" },
      trusted: true,
      tools: { write_file: { approval: "always", who } },
    },
  },
});

const waiting = (page: Page) => page.getByRole("group", { name: /^Waits for others/ });
const signed = (page: Page) => page.getByRole("group", { name: /^Signed by you/ });

test("row 9: two people sign in their own browsers before a call runs, and whoever asked can only watch", async ({
  browser,
  launch,
  model,
}) => {
  const endpoint = await model([[writing("a.txt")], ["It is written."], [writing("b.txt")], ["It is not written."]]);
  const mcp = workspace({ quorum: 2, roles: ["reviewer"] });
  const app = await launch({ env: { ...modelEnv(endpoint), AUTH: "team" }, mcp });
  const people = [
    { name: "Kim", role: "member" },
    { name: "Ana", role: "reviewer" },
    { name: "Ben", role: "reviewer" },
  ] as const;
  const { pages } = await teamOf(app, browser, people);
  const [kim, ana, ben] = pages as [Page, Page, Page];
  for (const page of [ana, ben]) await page.goto(`${app.url}/inbox`);
  await expect(ana.getByText("Nothing waits for you.")).toBeVisible();

  await openChat(kim, app);
  await say(kim, "please write a.txt");
  await expect(waiting(kim)).toContainText("0 of 2 signed. Waits for Ana, Ben.");
  await expect(waiting(kim).getByRole("button", { name: /Decline|Approve|Sign|More time/ })).toHaveCount(0);
  await expect(kim.getByText("A card waits for somebody else.")).toBeVisible();
  await hasNoFlaws(kim);

  await ana.bringToFront();
  await expect(approvals(ana)).toContainText("kim@example.com (Kim) asks.");
  await approvals(ana).getByRole("button", { name: /^Sign/ }).click();
  await expect(signed(ana)).toContainText("1 of 2 signed. Waits for Ben.");
  await hasNoFlaws(ana);
  await expect(waiting(kim)).toContainText("1 of 2 signed.");
  await expect(waiting(kim).getByRole("list", { name: "Signatures" })).toContainText("ana@example.com (Ana)");
  expect(await workspaceFile(app, "a.txt")).toBeNull();

  await ben.bringToFront();
  await expect(approvals(ben)).toContainText("1 of 2 signed.");
  await approvals(ben).getByRole("button", { name: /^Sign/ }).click();
  await expect(kim.getByText("It is written.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  await expect(settled(kim, "Approved")).toContainText("by ana@example.com (Ana), ben@example.com (Ben)");
  await expect(settled(ben, "Approved")).toContainText("by ana@example.com (Ana), ben@example.com (Ben)");
  await expect(settled(ana, "Approved")).toContainText("by ana@example.com (Ana), ben@example.com (Ben)");

  await kim.bringToFront();
  await say(kim, "then b.txt");
  await ana.bringToFront();
  await ana.getByRole("button", { name: "Next" }).click();
  await approvals(ana).getByRole("button", { name: /^Sign/ }).click();
  await expect(signed(ana)).toBeVisible();
  await ben.bringToFront();
  await ben.getByRole("button", { name: "Next" }).click();
  await approvals(ben).getByRole("button", { name: "Decline" }).click();
  await expect(kim.getByText("It is not written.")).toBeVisible();
  await expect(settled(kim, "Declined")).toContainText("by ben@example.com (Ben)");
  await expect(settled(ana, "Declined")).toContainText("by ben@example.com (Ben)");
  expect(await workspaceFile(app, "b.txt")).toBeNull();
});

test(
  "row 9, B1, S2.5, S2.6: a reviewer answers for another's call, and edits it; a stranger does not see it",
  again,
  async ({ browser, launch, model }) => {
    const endpoint = await model([[writing("a.txt")], ["It is written."]]);
    const app = await launch({ env: { ...modelEnv(endpoint), AUTH: "team" }, mcp: workspace("other") });
    const people = [
      { name: "Kim", role: "member" },
      { name: "Ana", role: "reviewer" },
      { name: "Eve", role: "admin" },
    ] as const;
    const { pages } = await teamOf(app, browser, people);
    const [kim, ana, eve] = pages as [Page, Page, Page];
    await openChat(kim, app);
    await say(kim, "please write a.txt");
    await expect(waiting(kim)).toContainText("Waits for a reviewer: Ana, Olga.");
    const id = (await waiting(kim).getAttribute("data-approval-id")) ?? "";
    const approve = (page: Page) => askAsPage(page, `/api/approvals/${id}/approve`, {});
    expect((await approve(kim)).status).toBe(403);
    expect((await approve(eve)).status).toBe(404);
    expect((await askAsPage(eve, `/api/approvals/${id}`)).status).toBe(404);
    expect((await askAsPage(kim, `/api/approvals/${id}`)).status).toBe(200);

    await ana.goto(`${app.url}/inbox`);
    const card = approvals(ana);
    await editArguments(card);
    await card.getByLabel("Content").fill("edited by Ana");
    await card.getByRole("button", { name: /^Approve/ }).click();
    await expect(kim.getByText("It is written.")).toBeVisible();
    expect(await workspaceFile(app, "a.txt")).toBe("edited by Ana");
    await expect(settled(kim, "Approved")).toContainText("by ana@example.com (Ana)");
    expect((await approve(eve)).status).toBe(404);
  },
);
