import { handWrittenServer } from "../support/hand-written-server.ts";
import { look, press } from "../support/look.ts";
import { again, approvals, expect, modelEnv, openChat, say, test, workspaceFile, settled } from "../support/story.ts";

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

test(
  "G2, M5: kill -9 while a server's question is open, restart, answer: the call goes on where it was",
  again,
  async ({ page, launch }) => {
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
  },
);

test("G1, I8, M133, M134, M135: kill -9 in the middle of a call: unknown after it, but for a task, whose result arrives once", async ({
  page,
  launch,
  model,
}) => {
  const slow = { call: "slow__append_then_wait", arguments: {} };
  const grow = { call: "farm__grow", arguments: { seed: "oak" } };
  const endpoint = await model([[slow], ["I do not know whether it ran."], [grow], ["The oak is there."]]);
  const farm = await growingServer();
  const server = { command: "node", args: ["e2e/support/servers/slow-server.ts"], cwd: process.cwd(), trusted: true };
  const app = await launch({
    env: modelEnv(endpoint),
    mcp: {
      mcpServers: {
        slow: { ...server, env: { EFFECTS: "${DATA_DIR}/effects.txt" } },
        farm: { ...farm.entry, title: "Farm", trusted: true },
      },
    },
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

  await say(page, "grow an oak");
  await press(approvals(page).getByRole("button", { name: /^Approve/ }));
  await expect(page.getByText("First leaf")).toBeVisible();
  await look(page, "a task");
  await app.kill();
  await app.start();
  await page.reload();
  await expect(page.getByText("First leaf")).toBeVisible();
  farm.ask();
  const question = page.getByRole("group", { name: /is asking$/ });
  await expect(question).toContainText("How much water?");
  await press(question.getByRole("button", { name: /^Approve/ }));
  await expect(page.getByText("The oak is there.")).toBeVisible();
  expect(endpoint.requests[3]?.toolResults.at(-1)?.text).toContain("It grew.");
  expect([farm.times("tools/call"), farm.times("tasks/update"), farm.times("tasks/cancel")]).toEqual([1, 1, 0]);
  await farm.stop();
});

/** A server whose one tool runs as a task, until it has asked and was answered. */
async function growingServer() {
  let status: "working" | "input_required" | "completed" = "working";
  const complete = (more: object) => ({ result: { resultType: "complete", ...more } });
  const task = () => ({
    taskId: "oak-1",
    status,
    statusMessage: "First leaf",
    createdAt: "2026-11-24T00:00:00Z",
    lastUpdatedAt: "2026-11-24T00:00:00Z",
    ttlMs: null,
    pollIntervalMs: 1,
    ...(status === "input_required" && {
      inputRequests: { water: { method: "elicitation/create", params: { message: "How much water?", ...plain } } },
    }),
    ...(status === "completed" && { result: { content: [{ type: "text", text: "It grew." }] } }),
  });
  const plain = { requestedSchema: { type: "object", properties: {} } };
  const tools = [{ name: "grow", inputSchema: { type: "object", properties: { seed: { type: "string" } } } }];
  const server = await handWrittenServer("modern", ({ method }) => {
    if (method === "tools/list") return complete({ tools, ttlMs: 0, cacheScope: "private" });
    if (method === "tools/call") return { result: { resultType: "task", ...task() } };
    if (method === "tasks/get") return complete(task());
    if (method === "tasks/update") status = "completed";
    return method === "tasks/update" || method === "tasks/cancel" ? complete({}) : null;
  });
  return {
    ...server,
    ask: () => (status = "input_required"),
    times: (method: string) => server.asked.filter((each) => each.method === method).length,
  };
}
