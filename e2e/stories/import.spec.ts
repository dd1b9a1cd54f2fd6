import type { Page } from "@playwright/test";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasNoFlaws, inEveryLook } from "../support/look.ts";
import { serverFile } from "../support/servers/start-server.ts";
import { again, approvals, expect, modelEnv, openChat, say, test } from "../support/story.ts";

const list = { name: "list", description: "Lists the orders of today.", inputSchema: { type: "object" } };

/** A file as VS Code writes it, about a real server whose tools stand in a file that is asked for. */
function settings() {
  const folder = mkdtempSync(path.join(tmpdir(), "import-story-"));
  const tools = path.join(folder, "tools.json");
  writeFileSync(tools, JSON.stringify([list]));
  const text = `{
    // kept by the editor
    "inputs": [{ "type": "promptString", "id": "tools", "description": "Where its tools stand" }],
    "servers": {
      "Orders": {
        "type": "stdio", "command": "node",
        "args": [${JSON.stringify(serverFile("changing-server.ts"))}, "\${input:tools}"],
        "env": { "ORDERS_TOKEN": "tok-7f3c9d21e8b04a55", "MODE": "fast" },
        "autoApprove": ["list"],
      },
      "Events": { "type": "sse", "url": "https://events.example.com/sse" },
      "Git\u200BHub": { "command": "npx", "args": ["-y", "github-mcp@1.0.0"], "excludeTools": ["push"] },
      "workspace": { "command": "other-workspace" },
      "broken": { "env": {} },
    },
  }`;
  const file = path.join(folder, "mcp.json");
  writeFileSync(file, text);
  return { file, tools };
}

const server = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });

test("E16, E2: servers of another app's file are looked at, filled in and imported; nothing starts before, and its tool asks", async ({
  page,
  launch,
  model,
}) => {
  const { file, tools } = settings();
  const endpoint = await model([[{ call: "orders__list", arguments: {} }], ["Two orders."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await page.goto(`${app.url}/tools`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import tool servers" });
  await expect(page).toHaveTitle(/Tools/);
  await hasNoFlaws(page, "the file");

  await dialog.getByLabel("Contents of the file").fill('{ "mcpServers": { "a": { "command" } } }');
  await dialog.getByRole("button", { name: "Show servers" }).click();
  await expect(dialog.getByRole("alert")).toContainText("A colon is missing (line 1, column 36)");

  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "GET" || sent.push(request.url())));
  await dialog.getByLabel("Choose a file").setInputFiles(file);
  const entry = (name: string) => dialog.getByRole("listitem").filter({ has: page.getByRole("checkbox", { name }) });
  const box = (name: string) => dialog.getByRole("checkbox", { name });
  await expect(box("Orders")).toBeChecked();
  await expect(entry("Orders")).toContainText("what runs without asking is decided here");
  await expect(entry("Orders")).toContainText("MODE");
  await expect(entry("Orders")).toContainText("fast");
  await expect(entry("Orders")).not.toContainText("tok-7f3c");
  for (const name of ["Git⟨U+200B⟩Hub", "workspace"]) await expect(box(name)).not.toBeChecked();
  await expect(box("broken")).toBeDisabled();
  await expect(entry("broken")).toContainText("It has neither a command nor an address.");
  await expect(entry("Git⟨U+200B⟩Hub")).toContainText("“excludeTools” is ignored, and it limits the server.");
  await expect(entry("Events")).toContainText("It uses the older HTTP+SSE");
  await box("Events").uncheck();
  await box("workspace").check();
  await expect(entry("workspace")).toContainText("There is a server workspace already.");
  await inEveryLook(page, (look) => hasNoFlaws(page, look));
  await box("workspace").uncheck();

  const go = dialog.getByRole("button", { name: "Import 1 server" });
  await expect(go).toBeDisabled();
  await entry("Orders").getByLabel("tools", { exact: true }).fill(tools);
  expect(sent).toEqual([]);
  await go.click();
  await expect(dialog).toBeHidden();
  const orders = server(page, "Orders");
  await expect(orders.getByText(tools, { exact: true })).toBeVisible();
  await expect(orders.getByText(/not started ·/)).toBeVisible();
  await orders.getByRole("button", { name: "Start this program" }).click();
  // The review opens by itself.
  await page.getByRole("dialog").getByRole("button", { name: "Accept list" }).click();
  await expect(orders.getByText("Needs review")).toHaveCount(0);

  await page.goto(app.url);
  await say(page, "which orders are there?");
  const card = approvals(page);
  await expect(card).toContainText("Orders");
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText("Two orders.")).toBeVisible();
});

const files = path.resolve(import.meta.dirname, "../support/client-files");
/** What each file has, and what is chosen of it; then what its first server would start, and how many can be imported. */
const inFiles: [file: string, servers: string[], chosen: string[], starts: string][] = [
  ["claude-code-home", ["context7", "postgres", "context7"], ["context7", "context7"], "context7"],
  ["claude-code-project", ["sentry", "api"], ["sentry", "api"], "https://mcp.sentry.dev/mcp"],
  ["claude-desktop", ["filesystem", "Brave Search"], ["filesystem", "Brave Search"], "/Users/mia/Desktop"],
  ["cline", ["weather", "legacy"], ["weather"], "weather"],
  ["copilot-cli", ["playwright"], ["playwright"], "playwright"],
  [
    "cursor",
    ["github", "local-tools", "linear"],
    ["github", "local-tools", "linear"],
    "ghcr.io/github/github-mcp-server",
  ],
  ["gemini-settings", ["httpServer", "pythonTools", "discovered", "old"], ["httpServer"], "http://localhost:3000/mcp"],
  ["opencode", ["my-local", "my-remote"], ["my-local"], "my-mcp-command@2.0.1"],
  ["roo-code", ["modern"], ["modern"], "http"],
  ["vscode-mcp", ["Perplexity", "github"], ["Perplexity", "github"], "server-perplexity-ask@0.1.3"],
  ["vscode-settings", ["mongodb"], [], "mongodb"],
  ["windsurf", ["remote-http-mcp"], [], "https://mcp.example.com/mcp"],
];

test(
  "E16: files of twelve other apps are shown server by server, with what is chosen and what each would start",
  again,
  async ({ page, launch }) => {
    const app = await launch();
    await openChat(page, app);
    await page.goto(`${app.url}/tools`);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import tool servers" });
    const boxes = dialog.getByRole("checkbox");
    const names = (chosen: boolean) =>
      boxes.evaluateAll(
        (all, isChosen) =>
          all.flatMap((box) =>
            isChosen && !(box as HTMLInputElement).checked ? [] : [(box as HTMLInputElement).labels?.[0]?.textContent],
          ),
        chosen,
      );
    for (const [file, servers, chosen, starts] of inFiles) {
      await dialog.getByLabel("Choose a file").setInputFiles(path.join(files, `${file}.json`));
      await expect(boxes, file).toHaveCount(servers.length);
      expect(await names(false), file).toEqual(servers);
      expect(await names(true), file).toEqual(chosen);
      await expect(dialog.getByRole("listitem").first(), file).toContainText(starts);
      await dialog.getByRole("button", { name: "Back" }).click();
    }
  },
);

test("G30: an entry of mcp.json that the app does not know is left out, and says why on the tools page", async ({
  page,
  launch,
}) => {
  const mcp = { mcpServers: { odd: { command: "node", excludeTools: ["rm"] } }, inputs: [] };
  const app = await launch({ mcp });
  await openChat(page, app);
  await page.goto(`${app.url}/tools`);
  const odd = server(page, "odd");
  await expect(odd).toContainText("not started · left out of mcp.json");
  await expect(odd).toContainText('unknown key "excludeTools"');
  await expect(page.getByText('mcp.json: unknown key "inputs"; allowed here is mcpServers.')).toBeVisible();
  await expect(page).toHaveTitle(/Tools/);
  await hasNoFlaws(page, "left out");
  expect(app.output()).toContain("server.left-out");
});

test("E24: a well-known server is connected in two presses, and waits for its look", async ({ page, launch }) => {
  const app = await launch();
  await openChat(page, app);
  await page.goto(`${app.url}/tools`);
  const known = page.getByRole("region", { name: "Well-known servers" });
  await known.getByRole("button", { name: "Connect GitHub" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect GitHub" });
  await expect(dialog).toContainText("https://api.githubcopilot.com/mcp/");
  const token = dialog.getByLabel("token", { exact: true });
  await expect(token).toHaveAttribute("type", "password");
  await expect(dialog.getByRole("button", { name: "Import 1 server" })).toBeDisabled();
  await hasNoFlaws(page, "connect");
  await token.fill("ghp_0123456789abcdef");
  await dialog.getByRole("button", { name: "Import 1 server" }).click();
  await expect(dialog).toBeHidden();
  const github = server(page, "GitHub");
  await expect(github).toContainText("not started ·");
  await expect(github.getByRole("button", { name: "Connect to this address" })).toBeVisible();
  await expect(known.getByRole("button", { name: "Connect GitHub" })).toHaveCount(0);
  await expect(page.getByText("ghp_0123456789abcdef")).toHaveCount(0);
  await hasNoFlaws(page, "the list");
});

test("E24: the folder of a file server is picked from those of the machine, by keyboard too", async ({
  page,
  launch,
}) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "folder-story-")));
  mkdirSync(path.join(folder, "reports", "2026"), { recursive: true });
  mkdirSync(path.join(folder, ".hidden"));
  writeFileSync(path.join(folder, "notes.txt"), "not for this list");
  const app = await launch();
  await openChat(page, app);
  await page.goto(`${app.url}/tools`);
  const known = page.getByRole("region", { name: "Well-known servers" });
  await known.getByRole("button", { name: "Connect Filesystem" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Filesystem" });
  const field = dialog.getByLabel("folder", { exact: true });
  const opener = dialog.getByRole("button", { name: "Choose a folder" });
  await field.fill("nowhere");
  await opener.click();
  const picker = page.getByRole("dialog", { name: "Choose a folder" });
  // It goes on in the home of the app's own user.
  await expect(picker.getByRole("navigation").getByRole("button").first()).toHaveText("/");
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  await field.fill(folder);
  await expect(dialog).toBeVisible();
  await opener.click();
  await expect(picker).toContainText("Folders on the machine that runs Countersign.");
  const rows = picker.getByRole("group", { name: "Folders in here" }).getByRole("button");
  await expect(rows).toHaveText(["reports"]);
  await picker.getByLabel("Show hidden folders").check();
  await expect(rows).toHaveText([".hidden", "reports"]);
  await inEveryLook(page, (seen) => hasNoFlaws(page, `folders, ${seen}`));

  const here = picker.locator("[aria-current=location]");
  await rows.last().focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveText(["2026"]);
  await expect(here).toHaveText("reports");
  await expect(here).toBeFocused();
  await picker.getByRole("button", { name: path.basename(folder), exact: true }).click();
  await expect(rows).toHaveText([".hidden", "reports"]);
  await rows.last().click();
  await expect(rows).toHaveText(["2026"]);
  await picker.getByRole("button", { name: "Use this folder" }).press("Enter");
  await expect(picker).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(field).toHaveValue(path.join(folder, "reports"));
  await dialog.getByRole("button", { name: "Import 1 server" }).click();
  await expect(server(page, "Filesystem")).toContainText(path.join(folder, "reports"));
});
