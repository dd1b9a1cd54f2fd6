import { apiClient } from "../support/api.ts";
import { look } from "../support/look.ts";
import { approvals, expect, inboxLines, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const writing = (path: string, content = "signed") => ({
  call: "workspace__write_file",
  arguments: { path, content },
});

test("S2.4, S4.10: the inbox holds what waits in all chats, lives, and closes what was answered elsewhere", async ({
  page,
  common,
}) => {
  const { app } = await common([
    [writing("a.txt")],
    [writing("b.txt")],
    ["A is done."],
    ["B is off."],
    [writing("c.txt")],
  ]);
  await openChat(page, app);
  await say(page, "please write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const chat = page.url();
  const inbox = await page.context().newPage();
  await inbox.goto(`${app.url}/inbox`);
  await expect(approvals(inbox)).toHaveCount(1);
  await expect(inbox.getByText("“please write a.txt”")).toBeVisible();
  await expect(inbox).toHaveTitle("(1) Inbox · Countersign");

  const second = await page.context().newPage();
  await openChat(second, app);
  await say(second, "then b.txt");
  await expect(approvals(second)).toHaveCount(1);
  await expect(inboxLines(inbox)).toHaveCount(2);
  await expect(inboxLines(inbox).first()).toContainText("a.txt");
  await expect(approvals(inbox)).toContainText("a.txt");

  await inbox.bringToFront();
  await approvals(inbox)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(settled(inbox, "Approved")).toHaveCount(1);
  await expect(page.getByText("A is done.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");

  await inbox.getByRole("button", { name: "Next" }).click();
  await expect(approvals(inbox)).toContainText("b.txt");
  await second.bringToFront();
  await approvals(second).getByRole("button", { name: "Decline" }).click();
  await expect(second.getByText("B is off.")).toBeVisible();
  await inbox.bringToFront();
  await expect(settled(inbox, "Declined")).toHaveCount(1);
  await expect(approvals(inbox)).toHaveCount(0);
  await expect(inboxLines(inbox)).toHaveCount(2);
  await expect(inbox).toHaveTitle("Inbox · Countersign");
  expect(await workspaceFile(app, "b.txt")).toBeNull();

  await inbox.reload();
  await expect(inbox.getByText("Nothing waits for you.")).toBeVisible();
  await page.bringToFront();
  await page.goto(chat);
  await say(page, "and c.txt");
  await inbox.bringToFront();
  await expect(approvals(inbox)).toHaveCount(1);
  await look(inbox, "inbox");
});

test("S2.4, S2.5, S2.6, S2.7, S2.8, S2.9, S2.17, row 17: approvals are listed, approved with other arguments and rejected with a reason over REST", async ({
  page,
  common,
}) => {
  const { app, endpoint, link } = await common([
    [writing("a.txt", "proposed"), writing("b.txt"), writing("c.txt")],
    ["Done."],
  ]);
  await openChat(page, app);
  await say(page, "write three files");
  await expect(approvals(page)).toHaveCount(3);
  // A script, signed in by a link.
  const client = await apiClient(app, await link());

  const all = await client.get("/api/approvals");
  expect(all.status).toBe(200);
  const listed = (await all.json()) as { id: string; arguments: { path: string } }[];
  expect(listed).toHaveLength(3);
  // Calls of one step ask at once: which of them asked first is not said.
  const items = listed.toSorted((one, other) => one.arguments.path.localeCompare(other.arguments.path));
  expect(items[0]).toMatchObject({
    id: expect.any(String),
    toolName: "write_file",
    arguments: { path: "a.txt", content: "proposed" },
    requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    sessionId: page.url().split("/").at(-1),
    userPrompt: "write three files",
    runId: expect.any(String),
    userId: expect.any(String),
    status: "pending",
  });
  const second = (await (await client.get("/api/approvals?offset=1&limit=1")).json()) as { id: string }[];
  expect(second.map(({ id }) => id)).toEqual([listed[1]?.id]);
  for (const page of ["limit=0", "limit=1000", "offset=-1", "status=open", "page=2"]) {
    expect((await client.get(`/api/approvals?${page}`)).status, page).toBe(400);
  }

  const at = (index: number) => `/api/approvals/${items[index]?.id}`;
  const approve = { modifiedArguments: { path: "a.txt", content: "modified" } };
  expect((await client.post(`${at(0)}/approve`, { modifiedArguments: { path: 1 } })).status).toBe(422);
  expect((await client.post(`${at(0)}/approve`, { arguments: {} })).status).toBe(400);
  const approved = await client.post(`${at(0)}/approve`, approve);
  expect(await approved.json()).toMatchObject({ success: true, message: "Approved" });
  await expect.poll(() => workspaceFile(app, "a.txt")).toBe("modified");
  expect(await (await client.post(`${at(1)}/reject?reason=ignored`, { reason: "not that one" })).json()).toMatchObject({
    success: true,
    message: "Rejected",
  });
  expect((await client.post(`${at(2)}/reject?reason=late`, {})).status).toBe(200);
  expect((await client.post(`${at(2)}/approve`, {})).status).toBe(409);
  expect((await client.post("/api/approvals/unknown/approve", {})).status).toBe(404);
  expect(await (await client.get(at(2))).json()).toMatchObject({ status: "declined" });
  await expect(page.getByText("Done.")).toBeVisible();
  expect(await workspaceFile(app, "b.txt")).toBeNull();
  const told = (endpoint.requests[1]?.toolResults ?? []).map(({ text }) => text);
  expect(told[0]).toContain("modified");
  expect(told[1]).toContain("not that one");
  expect(told[1]).not.toContain("ignored");
  expect(told[2]).toContain("late");
  await expect(apiClient(app)).rejects.toThrow("401");
});
