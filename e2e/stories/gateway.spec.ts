import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Page } from "@playwright/test";
import { root } from "../support/app-server.ts";
import { hasNoFlaws, readCard } from "../support/look.ts";
import { approvals, expect, openChat, test, workspaceFile } from "../support/story.ts";

const name = "workspace__write_file";
const writing = (path: string) => ({ name, arguments: { path, content: "by a client" } });

/** Makes a key for a client in the settings, which is offered one tool, and resolves to it. */
async function keyFor(page: Page, url: string, client: string, tool: string): Promise<string> {
  await page.goto(`${url}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill(client);
  await page.getByLabel("Read approvals").uncheck();
  await page.getByLabel("Use the chat and its tools").check();
  await expect(page.getByLabel("An Approve inside an MCP client counts for")).toHaveValue("3");
  await page.getByLabel("You answer in the client by").selectOption("Its own Accept and Decline");
  await page.getByLabel("Tools of its client").selectOption("some");
  await page.getByRole("group", { name: "Tools" }).getByLabel(tool).check();
  await hasNoFlaws(page);
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "I have it" }).click();
  return key;
}

test("S0.33, S0.45, S0.48, S0.56: a client's call waits in its session and the inbox; one Approve runs it once, and its settings show it", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  const key = await keyFor(page, app.url, "My laptop", "Write a file");
  const address = new URL(`${app.url}/api/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const pin = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const client = new Client({ name: "desk", version: "7" }, pin);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  const old = new OldClient({ name: "old desk", version: "1" });
  await old.connect(new OldTransport(address, { requestInit }));
  expect((await client.listTools()).tools.map((tool) => tool.name)).toContain(name);

  const called = client.callTool(writing("new.txt"));
  const clients = page.getByRole("navigation", { name: "Clients" });
  await clients.getByRole("link", { name: "My laptop says it is desk 7" }).click();
  await expect(page.getByText("This client says it is desk 7. Nobody can check that.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(0);
  await expect(approvals(page)).toHaveCount(1);
  await hasNoFlaws(page);
  await readCard(page);
  await page.getByRole("button", { name: /^Approve/ }).click();
  expect(await called).not.toHaveProperty("isError", true);
  expect(await workspaceFile(app, "new.txt")).toBe("by a client");
  const calls = page.getByRole("list", { name: "Calls" });
  await expect(calls.getByRole("listitem")).toHaveCount(1);
  await expect(calls.getByRole("group").getByText("done", { exact: true })).toBeVisible();
  await page.goto(`${app.url}/inbox`);
  const declined = old.callTool(writing("old.txt"));
  await expect(approvals(page)).toHaveCount(1);
  await readCard(page);
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  expect(await declined).toMatchObject({ isError: true });
  expect(await workspaceFile(app, "old.txt")).toBeNull();

  for (const call of [
    (signal: AbortSignal) => client.callTool(writing("gone.txt"), { signal }),
    (signal: AbortSignal) => old.callTool(writing("gone.txt"), undefined, { signal }),
  ]) {
    const gone = new AbortController();
    const cancelled = call(gone.signal);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(approvals(page)).toHaveCount(1);
    gone.abort();
    await expect(cancelled).rejects.toThrow();
    await expect(approvals(page)).toHaveCount(0);
  }
  const code = new OldClient({ name: "claude-code", version: "2" }, { capabilities: { elicitation: {} } });
  const asked = Promise.withResolvers<unknown>();
  const closed = new AbortController();
  code.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.resolve("requestedSchema" in params ? params.requestedSchema.properties : null);
    return new Promise(() => {});
  });
  await code.connect(new OldTransport(address, { requestInit }));
  const unanswered = code.callTool(writing("asked.txt"), undefined, { signal: closed.signal });
  expect(await asked.promise).toEqual({});
  closed.abort();
  await expect(unanswered).rejects.toThrow();

  await page.goto(`${app.url}/settings/clients`);
  const desk = page
    .getByRole("list", { name: "Clients" })
    .getByRole("listitem")
    .filter({ hasText: "says it is desk 7" });
  await expect(desk.getByText("It cannot ask its user. Current protocol.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Latest calls of desk" })).toContainText("write_file, done");
  await expect(page.getByRole("list", { name: "Tools on offer" })).toContainText("tools on offer.");
  await page.getByText("Cursor", { exact: true }).first().click();
  await hasNoFlaws(page);
  await page.getByLabel("Highest risk").selectOption("L5");
  await expect(page.getByText("Clients are offered tools up to risk 5.")).toBeVisible();
  await page.getByRole("button", { name: "Keep it as it is" }).click();
  await page.getByLabel("Highest risk").selectOption("L0");
  await expect(page.getByLabel("Highest risk")).toHaveValue("L0");
  await expect.poll(async () => (await client.listTools()).tools.map((tool) => tool.name)).not.toContain(name);
  await page.getByRole("button", { name: "Revoke key My laptop" }).first().click();
  await page.getByRole("button", { name: "Revoke for good" }).click();
  await expect(page.getByText("Its key has ended: it does not get in any more.").first()).toBeVisible();
  await expect(client.callTool(writing("later.txt"))).rejects.toThrow();
  expect(await workspaceFile(app, "later.txt")).toBeNull();
});

test("S0.60, S0.61, S0.68: a client over stdio runs the self-test; the page says, live, how it was asked and answered", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  const key = await keyFor(page, app.url, "My desktop", "Self-test");
  const client = new Client({ name: "desktop", version: "1" });
  const env = { COUNTERSIGN_URL: app.url, COUNTERSIGN_KEY: key };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ["bin/gateway.ts"], env, cwd: root }),
  );
  await page.goto(`${app.url}/settings/clients`);
  const test = page.getByRole("region", { name: "Test a client" });
  await test.getByRole("button", { name: "Copy" }).click();
  await expect(test.getByRole("status")).toContainText("Waiting for a client to call the tool.");
  const called = client.callTool({ name: "app__doctor", arguments: {} });
  await expect(test.getByRole("status")).toHaveText(
    "My desktop: The client was not asked. The question is open: answer it in the inbox.",
  );
  const desktop = page.getByRole("list", { name: "Clients" }).getByRole("listitem").filter({ hasText: "desktop 1" });
  await expect(desktop.first()).toContainText(/Self-test.*: The client was not asked\. The question is open/);
  await hasNoFlaws(page);
  const inbox = await page.context().newPage();
  await inbox.goto(`${app.url}/inbox`);
  await readCard(inbox);
  await inbox.getByRole("button", { name: /^Approve/ }).click();
  expect(await called).toMatchObject({ content: [{ text: expect.stringContaining("The self-test passed") }] });
  // Without a reload.
  const passed =
    /The client was not asked\. Approved in Countersign after \d+ s\.( The call was held open for \d+\.\d s\.)? The client has the result\./;
  await page.bringToFront();
  await expect(test.getByRole("status")).toHaveText(passed);
  await expect(desktop.first()).toContainText(passed);
  await hasNoFlaws(page);
  await client.close();
});
