import { createServer } from "node:http";
import { apiClient, chunksUntilParked } from "../support/api.ts";
import { freePort } from "../support/free-port.ts";
import { press, scrollThrough } from "../support/look.ts";
import { serverFile } from "../support/servers/start-server.ts";
import { approvals, expect, modelEnv, openChat, say, settled, test, workspaceFile } from "../support/story.ts";

const write = { call: "workspace__write_file", arguments: { path: "a.txt", content: "x" } };

test("B3, B4, B8: a page of another port can neither answer a card nor read anything", async ({
  page,
  context,
  common,
}) => {
  const { app } = await common([[write]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const approvalId = await page.evaluate(async () => {
    const open = (await (await fetch("/api/approvals")).json()) as { id: string }[];
    return open[0]?.id ?? "";
  });

  const port = await freePort();
  const evil = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><p>evil"),
  );
  await new Promise<void>((resolve) => evil.listen(port, "127.0.0.1", resolve));
  try {
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${port}/`);
    const attempts = await other.evaluate(
      async ([url, id]) => {
        const target = `${url}/api/chat/elicitation`;
        const body = JSON.stringify({ approvalId: id, action: "accept" });
        const outcome = (attempt: Promise<Response>) =>
          attempt.then(
            (response) => response.type,
            () => "failed",
          );
        const json = { "content-type": "application/json" };
        return [
          await outcome(fetch(target, { method: "POST", body, headers: json, credentials: "include" })),
          await outcome(fetch(target, { method: "POST", body, mode: "no-cors", credentials: "include" })),
          navigator.sendBeacon(target, new Blob([body], { type: "text/plain" })) ? "opaque" : "failed",
          await outcome(fetch(`${url}/api/approvals`, { credentials: "include" })),
          await new Promise<string>((resolve) => {
            const source = new EventSource(`${url}/api/events`, { withCredentials: true });
            source.onopen = () => resolve("opened");
            source.onerror = () => resolve("failed");
          }),
        ];
      },
      [app.url, approvalId] as const,
    );
    expect(attempts).toEqual(["failed", "failed", "opaque", "failed", "failed"]);
    // A form post navigates, so it comes last.
    await other.setContent(
      `<form method="post" action="${app.url}/api/chat/elicitation" enctype="text/plain"><button>go</button></form>`,
    );
    await other.getByRole("button").click();
    await other.waitForLoadState();
  } finally {
    evil.close();
    evil.closeAllConnections();
  }
  await expect(approvals(page)).toHaveCount(1);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("B2, B7, B9, I6: without the browser's session nothing is answered, whatever a request says of itself", async ({
  common,
}) => {
  const { app, link } = await common([[write]]);
  const client = await apiClient(app, await link());
  await chunksUntilParked(await client.post("/api/chat", { chatId: "walls-1", message: { id: "m", text: "write" } }));
  const [{ id: approvalId = "" } = {}] = (await (await client.get("/api/approvals")).json()) as { id?: string }[];
  const json = { "content-type": "application/json", origin: app.url };
  const attempt = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/chat/elicitation`, {
      method: "POST",
      headers,
      body: JSON.stringify({ approvalId, action: "accept" }),
    }).then(({ status }) => status);
  expect(await attempt(json)).toBe(401);
  expect(await attempt({ ...json, "x-user": "You", "x-forwarded-user": "You" })).toBe(401);
  expect(await attempt({ ...json, authorization: `Bearer ${approvalId}` })).toBe(401);
  expect(await attempt({ ...json, cookie: "__Host-session=guess" })).toBe(401);
  expect(await attempt({ "content-type": "application/json" })).toBe(403);
  expect(await attempt({ ...json, origin: "http://127.0.0.1:1" })).toBe(403);
  expect(await attempt({ ...json, "sec-fetch-site": "cross-site" })).toBe(403);
  // A second claim, as a tool process could try it.
  const claim = await fetch(`${app.url}/api/session`, { method: "POST", headers: json, body: "{}" });
  expect(claim.status).toBe(401);
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});

test("B7: a tool that searches its environment and folder finds nothing to approve with", async ({ page, common }) => {
  const { app, endpoint } = await common();
  await openChat(page, app);
  const script = [
    "const urls = [process.env.COUNTERSIGN_URL];",
    `const origin = '${app.url}';`,
    "const reply = await fetch(origin + '/api/approvals');",
    "const claim = await fetch(origin + '/api/session', {method: 'POST', headers: {origin, 'content-type': 'application/json'}, body: '{}'});",
    "console.log('REPLY', reply.status, claim.status, Object.keys(process.env).sort().join());",
  ].join(" ");
  const command = `node --input-type=module -e "${script}"`;
  endpoint.push([{ call: "workspace__run_command", arguments: { command } }], ["It is over."]);
  await say(page, "look around");
  const question = page.getByRole("group", { name: /is asking$/ });
  await expect(question).toBeVisible();
  // The command is long, and all of it is read first.
  await scrollThrough(page.locator("[data-thread]"));
  await press(question.getByRole("button", { name: /^Approve/ }));
  await expect(page.getByText("It is over.")).toBeVisible();
  const found = endpoint.requests[1]?.toolResults[0]?.text ?? "";
  expect(found).toContain("ended with exit code");
  expect(found).toContain("REPLY 401 401");
});

test("B5: another Host is answered 421, for pages, API and files alike", async ({ common }) => {
  const { app } = await common();
  const { request } = await import("node:http");
  const statusUnder = (host: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(app.url);
      const sent = request({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end();
    });
  for (const path of ["/", "/api/health", "/api/chats", "/api/events", "/_next/static/x.js", "/icon.svg"]) {
    expect(await statusUnder("evil.test", path), path).toBe(421);
    expect(await statusUnder(`evil.test:${new URL(app.url).port}`, path), path).toBe(421);
  }
});

test("B14: what a server says of a call that runs keeps no card beside it from standing still", async ({
  page,
  launch,
  model,
}) => {
  const take = { call: "asking__take", arguments: { ms: 20_000, steps: 66, long: true } };
  const endpoint = await model([[take, { call: "app__add_note", arguments: { text: "milk" } }], ["Both."]]);
  const asking = {
    command: process.execPath,
    args: [serverFile("asking-server.ts")],
    trusted: true,
    tools: { take: { approval: "never" } },
  };
  const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { asking } } });
  await openChat(page, app);
  await say(page, "take your time");
  // The longest was said once.
  await expect(page.getByText("word word").first()).toBeVisible();
  const approve = approvals(page).getByRole("button", { name: /^Approve/ });
  await expect(approve).toHaveAttribute("aria-disabled", "false");
  await expect(page.getByText(/^step \d+$/)).toBeVisible();
  await approve.click();
  await expect(settled(page, "Approved")).toBeVisible();
  await expect(page.getByText("Both.")).toBeVisible({ timeout: 30_000 });
});
