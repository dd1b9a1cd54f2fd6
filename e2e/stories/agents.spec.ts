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

test("S2.14, C65: a table of an agent's calls, and what is answered together, name the agent", async ({
  page,
  launch,
  model,
}) => {
  const noting = (text: string) => ({ call: "app__add_note", arguments: { text } });
  const endpoint = await model([
    [{ call: "delegate_to_writer", arguments: { task: "Note what to buy." } }],
    [noting("milk"), noting("bread"), noting("salt")],
  ]);
  const app = await launch({ env: modelEnv(endpoint), agents: agents.replace("workspace/write_file", "app/add_note") });
  await openChat(page, app);
  await say(page, "have three things noted");
  await expect(page.getByText("3 calls of add_note")).toBeVisible();
  await expect(approvals(page)).toContainText("Asked by the agent writer");
  await page.goto(`${app.url}/inbox`);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Answer together" }).click();
  await expect(page.getByText("Asked by the agent writer")).toHaveCount(3);
});
