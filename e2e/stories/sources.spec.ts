import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { hasNoFlaws, look } from "../support/look.ts";
import { serverFile } from "../support/servers/start-server.ts";
import { again, expect, modelEnv, openChat, say, test } from "../support/story.ts";

const entry = { title: "Notes", trusted: true, command: "node", args: [serverFile("sources-server.ts")] };
const mcp = { mcpServers: { notes: entry } };

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const options = (page: Page) => page.getByRole("option");

test("M63, M64, M130, M131: @ finds a resource, its content goes into the message and to the model, and a change of it is said", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([["On Friday."], [{ call: "notes__change" }], ["It is changed."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await field(page).pressSequentially("When do we ship? @pla");
  await expect(options(page)).toHaveText([/^planNotes · notes:\/\/plan$/]);
  await look(page, "picking");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("When do we ship? ");
  const attached = page.getByRole("list", { name: "Attached", exact: true });
  await attached.getByRole("button", { name: /^plan/ }).click();
  const content = page.getByRole("dialog", { name: "plan" });
  await expect(content).toContainText("Ship on Friday.");
  await expect(content).toContainText("notes://plan of Notes. The words are that server’s.");
  await look(page, "its content");
  await page.keyboard.press("Escape");
  await look(page, "attached");

  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("On Friday.")).toBeVisible();
  await expect(attached).toHaveCount(0);
  const sent = page.getByRole("list", { name: "Attached resources" });
  await expect(sent).toContainText("plan");
  await page.reload();
  await expect(sent).toContainText("plan");
  await look(page, "sent");
  expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain(String.raw`> Ship on Friday.\n> Tell Ana.`);

  // Its server says that it changed; nothing of it is read before a press.
  await say(page, "change the plan");
  await expect(page.getByText("It is changed.")).toBeVisible();
  const changed = page.getByText("“plan” of Notes changed after it was read.");
  await expect(changed).toBeVisible();
  await look(page, "changed");
  await page.getByRole("button", { name: "Read it again" }).click();
  await expect(changed).toHaveCount(0);
  await attached.getByRole("button", { name: /^plan/ }).click();
  await expect(content).toContainText("Ship on Monday.");
  await page.keyboard.press("Escape");
  await attached.getByRole("button", { name: /^Remove/ }).click();

  // A template, whose variables are filled in first.
  await field(page).pressSequentially("@of a day");
  await expect(options(page)).toHaveText([/^Notes of a day …Notes · notes:\/\/day\/\{date\}\{\?part\}$/]);
  await page.keyboard.press("Enter");
  const filling = page.getByRole("dialog", { name: "Notes of a day" });
  const date = filling.getByRole("combobox", { name: "date", exact: true });
  await date.fill("20");
  await expect(filling.locator("datalist option").first()).toHaveText("2026-11-24");
  await date.fill("2026-11-24");
  await look(page, "template");
  await filling.getByRole("button", { name: "Put into your message" }).click();
  await expect(attached).toContainText("notes://day/2026-11-24");
  await attached.getByRole("button", { name: /^Remove/ }).click();

  // One that was put in by mistake is taken out again.
  await field(page).pressSequentially("@huge");
  await options(page).click();
  await expect(attached).toContainText("cut");
  await attached.getByRole("button", { name: /^Remove/ }).click();
  await expect(attached).toHaveCount(0);
});

test(
  "M63: a link in a result is read when a person presses it, through the server whose result it is",
  again,
  async ({ page, launch, model }) => {
    const endpoint = await model([[{ call: "notes__links" }], ["There are links."], ["I read it."]]);
    const app = await launch({ env: modelEnv(endpoint), mcp });
    await openChat(page, app);
    await say(page, "which notes are there?");
    await expect(page.getByText("There are links.")).toBeVisible();
    const links = page.getByRole("list", { name: "Linked resources" });
    await expect(links.getByRole("button")).toHaveText(["Read The plan", "Read A script", "Read Gone"]);
    await expect(page.getByRole("link", { name: /script/ })).toHaveCount(0);
    await links.getByRole("button", { name: "Read A script" }).click();
    await expect(page.getByRole("dialog", { name: "A script" })).toContainText("no script");
    await page.keyboard.press("Escape");
    await links.getByRole("button", { name: "Read Gone" }).click();
    await expect(page.getByText('The server "Notes" refused it: There is no such thing.')).toBeVisible();
    await links.getByRole("button", { name: "Read The plan" }).click();
    await page.getByRole("dialog", { name: "The plan" }).getByRole("button", { name: "Put into your message" }).click();
    await expect(page.getByRole("list", { name: "Attached", exact: true })).toContainText("The plan");
    await look(page, "links");
    await say(page, "read it");
    await expect(page.getByText("I read it.")).toBeVisible();
    expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain("> Ship on Friday.");
  },
);

test("M61, M66, M68: the tools page shows what a server tells models, logs and calls itself, and icons that are data", async ({
  page,
  launch,
  model,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(request.url()));
  const log = { level: "warning", logger: "disk", data: "Nearly full\u202E" };
  const endpoint = await model([[{ call: "notes__log", arguments: log }], ["Logged."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await say(page, "log it");
  await expect(page.getByText("Logged.")).toBeVisible();
  expect(JSON.stringify(endpoint.requests[0]?.body)).toContain("> Read the plan first.");
  await page.goto(`${app.url}/tools`);
  const notes = page.getByRole("region", { name: "Notes", exact: true });
  await expect(notes).toContainText("It calls itself sources 1");
  await notes.getByText("What it tells models").click();
  await expect(notes).toContainText("Read the plan first.");
  await notes.getByText("What the server logs").click();
  await expect(notes).toContainText("warning disk: Nearly full⟨U+202E⟩");
  const icon = notes.getByRole("listitem").filter({ hasText: "Links of notes" }).locator("img");
  await expect(icon).toHaveAttribute("src", /^data:image\/png;base64,/);
  await look(page, "server");
  expect(loaded.filter((url) => url.includes("track.example"))).toEqual([]);
});

test("M162: icons of tools stand beside their names on cards, tables and inbox lines, in a frame and without colours", async ({
  page,
  launch,
  model,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(request.url()));
  const call = { call: "notes__links" };
  const endpoint = await model([[call], ["Read."], [call, call, call]]);
  const asking = { notes: { ...entry, tools: { links: { approval: "always" } } } };
  const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: asking } });
  await openChat(page, app);
  await say(page, "read the links");
  const card = page.getByRole("group", { name: /^Approval needed/ });
  const picture = (place: Locator) => place.locator('img[src^="data:image/png;base64,"]');
  await expect(picture(card)).toHaveCount(1);
  // For ears there is nothing, and no colour can pass for a sign of ours.
  await expect(card.getByRole("img")).toHaveCount(0);
  await expect(picture(card)).toHaveCSS("filter", "grayscale(1)");
  await expect(picture(card)).toHaveCSS("width", "16px");
  await look(page, "card");
  await page.getByRole("link", { name: /^Inbox/ }).click();
  const line = page.getByRole("listitem").filter({ hasText: "Run links on Notes" });
  await expect(picture(line).first()).toBeVisible();
  await look(page, "inbox");
  await page.goBack();
  await page.getByRole("button", { name: "Approve: links" }).click();
  await expect(page.getByText("Read.", { exact: true })).toBeVisible();
  await say(page, "read them all");
  const table = page.getByRole("group", { name: /3 calls of links on Notes/ });
  await expect(picture(table)).toHaveCount(1);
  await look(page, "table");
  expect(loaded.filter((url) => url.includes("track.example"))).toEqual([]);
});

test("M65: a server that comes up while its prompts are looked for has them shown", async ({
  page,
  launch,
  model,
}, testInfo) => {
  const gate = testInfo.outputPath("go");
  const late = `const t = setInterval(() => fs.existsSync(process.argv[1]) && (clearInterval(t), import(process.argv[2])), 20)`;
  const notes = { ...entry, args: ["-e", late, gate, serverFile("sources-server.ts")] };
  const app = await launch({ env: modelEnv(await model([])), mcp: { mcpServers: { notes } } });
  await openChat(page, app);
  await field(page).pressSequentially("/");
  await expect(page.getByText("No server offers a prompt.")).toBeVisible();
  await writeFile(gate, "");
  await expect(options(page)).toHaveCount(3);
});

test("M65: / finds a prompt, asks for its arguments with what the server suggests, and shows its text before it is sent", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([["It is fine."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await openChat(page, app);
  await field(page).pressSequentially("/");
  await expect(options(page)).toHaveCount(3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await field(page).pressSequentially("rev");
  await expect(options(page)).toHaveText([/^Review a file/]);
  await page.keyboard.press("Tab");
  const dialog = page.getByRole("dialog", { name: "Review a file" });
  const file = dialog.getByRole("combobox", { name: "file", exact: true });
  await file.fill("pl");
  await expect(dialog.locator("datalist option").first()).toHaveText("plan.md");
  await file.fill("plan.md");
  await look(page, "arguments");
  await dialog.getByRole("button", { name: "Put into your message" }).click();
  await expect(field(page)).toHaveValue("Review plan.md for no tone.");
  await expect(page.getByRole("list", { name: "Attached", exact: true })).toContainText("notes://plan");
  await hasNoFlaws(page, "filled");
  expect(endpoint.requests).toEqual([]);
  await field(page).fill("Review plan.md kindly.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is fine.")).toBeVisible();
  expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain("Review plan.md kindly.");

  await field(page).pressSequentially("/talk");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("User: Hello.\n\nAssistant: Hello, you.\n\nUser: Go on.");
  // What is no name of one is a message as any other.
  await field(page).fill("/etc/hosts is odd");
  await expect(options(page)).toHaveCount(0);
});
