import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { hookCases } from "../support/hook-payloads.ts";
import { hasNoFlaws, press, readCard } from "../support/look.ts";
import { approvals, expect, openChat, openLine, test } from "../support/story.ts";

/** The key that a person makes for an agent in the settings. */
async function keyFor(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/settings/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByLabel("Ask before its own tools run").check();
  await expect(page.getByLabel("Answer approvals")).toBeDisabled();
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "I have it" }).click();
  return key;
}

/** Starts the hook as Claude Code does. */
function hook(url: string, key: string) {
  const [claude] = hookCases;
  const child = spawn(process.execPath, ["public/countersign-hook.mjs", "claude-code", "60"], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", COUNTERSIGN_URL: url, COUNTERSIGN_KEY: key },
  });
  return ended(child, JSON.stringify(claude?.payload));
}

async function ended(child: ChildProcessWithoutNullStreams, input: string) {
  child.stdin.end(input);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [[code], out] = await Promise.all([closed, text(child.stdout)]);
  return { code, out };
}

test("S0.52, S0.54: an agent's own call waits in the inbox, and the answer reaches the agent", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  const key = await keyFor(page, app.url);
  await page.goto(`${app.url}/inbox`);
  const asking = hook(app.url, key);
  const card = approvals(page);
  await expect(card).toHaveCount(1);
  await expect(card.getByText("by an agent that calls itself “claude-code”")).toBeVisible();
  await expect(card.getByText("“Laptop”")).toBeVisible();
  await expect(card.getByText("/home/kim/shop")).toBeVisible();
  await expect(card.getByText("rm -rf dist")).toBeVisible();
  await readCard(card);
  await hasNoFlaws(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await hasNoFlaws(page);
  await openLine(page, "claude-code");
  await press(card.getByRole("button", { name: /^Approve/ }));
  const { code, out } = await asking;
  expect([code, JSON.parse(out)]).toMatchObject([0, { hookSpecificOutput: { permissionDecision: "allow" } }]);
  await page.goto(`${app.url}/audit`);
  await expect(page.getByText("Released to the agent that asked").first()).toBeVisible();
});

test("S0.65: the hook is downloaded and installed from the page of clients, with a key that is made there", async ({
  page,
  launch,
}, info) => {
  const app = await launch();
  await openChat(page, app);
  await page.goto(`${app.url}/settings/clients`);
  const section = page.getByRole("region", { name: "Agents that run their own tools" });
  await section.getByText("Claude Code", { exact: true }).click();
  await expect(section.getByText(`install claude-code --url ${app.url}`)).toBeVisible();
  await expect(section.getByText("Claude Code goes on without an answer when the hook crashes")).toBeVisible();
  await hasNoFlaws(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await hasNoFlaws(page);
  await section.getByRole("button", { name: "Make a key for Claude Code" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "I have it" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("link", { name: "one file" }).click(),
  ]);
  const file = info.outputPath("countersign-hook.mjs");
  await download.saveAs(file);
  expect(readFileSync(file, "utf8")).toBe(readFileSync("public/countersign-hook.mjs", "utf8"));
  const env = { PATH: process.env["PATH"], NODE_ENV: "test" as const, HOME: info.outputPath("home") };
  const installing = ended(spawn(process.execPath, [file, "install", "claude-code", "--url", app.url], { env }), key);
  expect((await installing).code).toBe(0);
  const settings = readFileSync(info.outputPath("home", ".claude", "settings.json"), "utf8");
  const command = /"command": ("(?:[^"\\]|\\.)*")/.exec(settings)?.[1] ?? '""';
  await page.goto(`${app.url}/inbox`);
  const [claude] = hookCases;
  const asking = ended(spawn("sh", ["-c", JSON.parse(command) as string], { env }), JSON.stringify(claude?.payload));
  await openLine(page, "claude-code");
  const card = approvals(page);
  await expect(card.getByText("“Claude Code hook”")).toBeVisible();
  await card.getByRole("button", { name: "Decline" }).click();
  const { code, out } = await asking;
  expect([code, JSON.parse(out)]).toMatchObject([2, { hookSpecificOutput: { permissionDecision: "deny" } }]);
});

test("S0.53, G2: kill -9 of the app in mid-wait is a no, and after the restart the card closes", async ({
  page,
  launch,
}) => {
  const app = await launch();
  await openChat(page, app);
  const key = await keyFor(page, app.url);
  await page.goto(`${app.url}/inbox`);
  const asking = hook(app.url, key);
  await expect(approvals(page)).toHaveCount(1);
  await app.kill();
  const { code, out } = await asking;
  expect([code, JSON.parse(out)]).toMatchObject([2, { hookSpecificOutput: { permissionDecision: "deny" } }]);
  await app.start();
  await page.reload();
  await expect(approvals(page)).toHaveCount(0, { timeout: 60_000 });
});
