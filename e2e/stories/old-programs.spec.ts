import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serverFile } from "../support/servers/start-server.ts";
import { hasNoFlaws, inEveryLook, look } from "../support/look.ts";
import { again, anotherTab, expect, openChat, questions, say, test } from "../support/story.ts";

/** A program of the older protocol, whose tools run without a question of ours. */
function desk(settings: object): object {
  const never = { approval: "never" };
  const args = [serverFile("old-program.ts"), JSON.stringify({ talks: true, ...settings })];
  return { title: "Desk", command: "node", args, era: "legacy", trusted: true, tools: { ask: never, echo: never } };
}

test(
  "S4.21: while a form waits in one chat, a call to the same program runs in another",
  again,
  async ({ page, context, launch }) => {
    const app = await launch({ mcp: { mcpServers: { desk: desk({}) } } });
    await openChat(page, app);
    await say(page, 'desk__ask {"label":"door"}');
    await expect(questions(page)).toContainText("Which colour for door?");
    const other = await anotherTab(context, app, "/");
    await say(other, 'desk__echo {"text":"nobody is held up"}');
    await expect(other.getByText("done", { exact: true })).toBeVisible();
    await questions(page).getByLabel("colour").fill("red");
    await questions(page).getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("done", { exact: true })).toBeVisible();
  },
);

test("S4.21, E21: a call to a program that cannot run twice says what it waits for; what it wrote stands on the Tools page", async ({
  page,
  context,
  launch,
}) => {
  test.slow();
  const lock = path.join(mkdtempSync(path.join(tmpdir(), "old-story-")), "lock");
  const app = await launch({ mcp: { mcpServers: { desk: desk({ lock }) } } });
  await openChat(page, app);
  await say(page, 'desk__ask {"label":"door"}');
  await expect(questions(page)).toContainText("Which colour for door?");
  const other = await anotherTab(context, app, "/");
  await say(other, 'desk__echo {"text":"at last"}');
  const line = other.getByText(/^Waits until your form in .* is answered\.$/);
  await expect(line).toBeVisible();
  const holder = new URL(page.url()).pathname;
  await expect(line.getByRole("link")).toHaveAttribute("href", holder);
  await look(other, "a call that waits for a form");
  await expect(other.getByText("waits for its server")).toBeVisible();
  await inEveryLook(other, (seen) => hasNoFlaws(other, `a call that waits ${seen}`));

  const tools = await context.newPage();
  await tools.goto(`${app.url}/tools`);
  await tools.getByText("What the program wrote").click();
  await expect(tools.getByText(/^I am \d+$/)).toBeVisible();
  await inEveryLook(tools, (seen) => hasNoFlaws(tools, `what a program wrote ${seen}`));

  await questions(page).getByRole("button", { name: "Decline" }).click();
  await expect(other.getByText("done", { exact: true })).toBeVisible();
  await expect(other.getByText(/^Waits (until|for)/)).toHaveCount(0);
});

test("E21: all that a program wrote before it failed is there at a press", async ({ page, launch }) => {
  const lines = Array.from({ length: 300 }, (_, at) => `step ${at}`);
  const app = await launch({ mcp: { mcpServers: { desk: desk({ dies: ["Error: no key", ...lines] }) } } });
  await openChat(page, app);
  const written = page.getByRole("group", { name: "This process" });
  // The page, and all of it, are of one moment, in which the program may have begun again: it is started again and again.
  await expect(async () => {
    await page.goto(`${app.url}/tools`);
    await page.getByText("What the program wrote").click();
    await expect(written).toContainText("261 more lines", { timeout: 2_000 });
    const ends = await written.textContent();
    expect(ends).toContain("Error: no key");
    expect(ends).not.toContain("step 150");
    await page.getByRole("button", { name: "Show all: This process" }).click();
    await expect(written).toContainText("step 150", { timeout: 2_000 });
  }).toPass();
  await expect(written).not.toContainText("more lines");
  await inEveryLook(page, (seen) => hasNoFlaws(page, `all that a program wrote ${seen}`));
  await page.getByRole("button", { name: "Show less: This process" }).click();
  await expect(written).toContainText("261 more lines");
});
