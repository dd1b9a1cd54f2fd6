import { approvals, expect, modelEnv, openChat, say, test, workspaceFile, settled } from "../support/story.ts";

test("G2, S1.16: kill -9 while a card is open, restart, answer: the run goes on", async ({ page, launch, model }) => {
  const write = { call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } };
  const endpoint = await model([["On it. ", write], ["It is written."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  await app.kill();
  await app.start();
  await page.reload();
  await expect(approvals(page)).toHaveCount(1);
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("It is written.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  expect(endpoint.requests).toHaveLength(2);
});

test("G2, M5: kill -9 while a server's question is open, restart, answer: the call goes on where it was", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  await say(page, "create newfile.md and then delete it");
  const question = page.getByRole("group", { name: /is asking$/ });
  await expect(question).toHaveCount(1);
  await app.kill();
  await app.start();
  await page.reload();
  await expect(question).toHaveCount(1);
  await question.getByRole("button", { name: /^Approve/ }).click();
  await expect(settled(page, "Approved")).toBeVisible();
  await expect(page.getByRole("group", { name: /is asking$|^Approval needed/ })).toHaveCount(0);
});

test("G1, I8: kill -9 in the middle of a call, restart: the card says unknown and nothing runs twice", async ({
  page,
  launch,
  model,
}) => {
  const slow = { call: "slow__append_then_wait", arguments: {} };
  const endpoint = await model([[slow], ["I do not know whether it ran."]]);
  const server = { command: "node", args: ["e2e/support/servers/slow-server.ts"], cwd: process.cwd(), trusted: true };
  const app = await launch({
    env: modelEnv(endpoint),
    mcp: { mcpServers: { slow: { ...server, env: { EFFECTS: "${DATA_DIR}/effects.txt" } } } },
  });
  await openChat(page, app);
  await say(page, "do the slow thing");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  const { readFile } = await import("node:fs/promises");
  const effects = () => readFile(`${app.dataDir}/effects.txt`, "utf8").catch(() => "");
  await expect.poll(effects).toBe("ran\n");
  await app.kill();
  await app.start();
  await page.reload();
  await expect(page.getByText("I do not know whether it ran.")).toBeVisible();
  await expect(settled(page, "Unknown")).toBeVisible();
  expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("unknown");
  expect(await effects()).toBe("ran\n");
});
