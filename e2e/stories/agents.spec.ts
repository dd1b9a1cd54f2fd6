import { approvals, expect, modelEnv, openChat, say, test, workspaceFile } from "../support/story.ts";

const agents = `agents:
  writer:
    description: Writes files.
    instructions: Write what you are asked to.
    tools: [workspace/write_file]
`;

test("S2.14: an agent's call waits on a card that names the agent, and its answer comes back to the chat", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([
    [{ call: "delegate_to_writer", arguments: { task: "Write a.txt with signed in it." } }],
    [{ call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } }],
    ["The file is there."],
    ["The writer has written it."],
  ]);
  const app = await launch({ env: modelEnv(endpoint), agents });
  await openChat(page, app);
  await say(page, "have a.txt written");
  await expect(approvals(page)).toHaveCount(1);
  await expect(approvals(page)).toContainText("Asked by the agent writer");
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await page.reload();
  await expect(approvals(page)).toContainText("Asked by the agent writer");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("The writer has written it.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  const [, worker, , chat] = endpoint.requests;
  expect(worker?.tools).toEqual(["workspace__write_file"]);
  expect(chat?.toolResults.map(({ text }) => text)).toEqual(["The file is there."]);
  await page.reload();
  await expect(page.getByText("The writer has written it.")).toBeVisible();
  await expect(page.getByText("writer ·")).toBeVisible();
});
