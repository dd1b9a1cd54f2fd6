import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { App } from "../support/app.ts";
import { look } from "../support/look.ts";
import { again, approvals, askAsPage, expect, modelEnv, openChat, say, test, workspaceFile } from "../support/story.ts";

const write = (file: string) => ({ call: "workspace__write_file", arguments: { path: file, content: "x" } });
const policyFile = (app: App) => path.join(path.dirname(app.dataDir), "policy.yaml");

/** What the app says of its policy: the rules in force, and what waits. */
const policyOf = async (page: Page) => (await askAsPage(page, "/api/policy")).text;

const question = (page: Page) => page.getByRole("dialog", { name: "Reduce human oversight?" });
const reduce = (page: Page) => question(page).getByRole("button", { name: "Reduce oversight" }).click();

/** As narrow as the narrowest telephone too. */
const widths = [1280, 390, 320];

test("S1.12, P34: a chat in shadow mode shows its calls and runs nothing, until it is turned off", async ({
  page,
  common,
}) => {
  const { app } = await common([[write("a.txt")], ["Nothing was written."], [write("b.txt")], ["Written."]]);
  await openChat(page, app);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("checkbox", { name: "Shadow mode: show calls, run nothing" }).check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Tool calls are shown in this chat, and none of them runs.")).toBeVisible();
  await say(page, "write a.txt");
  await expect(page.getByText("Nothing was written.")).toBeVisible();
  await expect(approvals(page)).toHaveCount(0);
  await expect(page.getByText("write_file").first()).toBeVisible();
  await look(page, "shadow-mode", { widths });
  await page.reload();
  await expect(page.getByText("Tool calls are shown in this chat, and none of them runs.")).toBeVisible();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("checkbox", { name: "Shadow mode: show calls, run nothing" }).uncheck();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(question(page)).toContainText("Tool calls in this chat run again");
  await question(page).getByRole("button", { name: "Keep it as it is" }).click();
  await page.getByRole("button", { name: "Save settings" }).click();
  await reduce(page);
  await expect(page.getByText("Tool calls are shown in this chat, and none of them runs.")).toHaveCount(0);
  await say(page, "write b.txt");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("Written.", { exact: true })).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  expect(await workspaceFile(app, "b.txt")).toBe("x");
});

test(
  "S1.12, P34: shadow mode of the whole app shows in open and in new chats without a reload",
  again,
  async ({ page, common }) => {
    const { app } = await common([["Hello."]]);
    await openChat(page, app);
    await say(page, "hi");
    await expect(page.getByText("Hello.")).toBeVisible();
    const fresh = await page.context().newPage();
    await fresh.goto(app.url);
    const settings = await page.context().newPage();
    await settings.goto(`${app.url}/settings/policies`);
    const banner = "none of them runs in the whole app";
    await expect(page.getByText(banner)).toHaveCount(0);
    await settings.getByRole("checkbox", { name: "Shadow mode for the whole app" }).check();
    await expect(page.getByText(banner)).toBeVisible();
    await expect(fresh.getByText(banner)).toBeVisible();
    await fresh.reload();
    await expect(fresh.getByText(banner)).toBeVisible();
    await settings.getByRole("checkbox", { name: "Shadow mode for the whole app" }).click();
    await expect(question(settings)).toContainText("Tool calls in the whole app run again");
    await reduce(settings);
    await expect(page.getByText(banner)).toHaveCount(0);
    await expect(fresh.getByText(banner)).toHaveCount(0);
  },
);

test("H8, P34: a tightened policy.yaml counts at once, a loosened one waits for the owner's click, also over a restart", async ({
  page,
  launch,
  model,
}) => {
  const turn = (file: string, text: string) => [[write(file)], [text]];
  const endpoint = await model([...turn("a.txt", "First."), ...turn("b.txt", "Second."), ...turn("c.txt", "Third.")]);
  const asks = "rules:\n  - { id: writing, tool: write_file, then: ask }\n";
  const refuses = "rules:\n  - { id: writing, tool: write_file, then: deny, reason: Not today. }\n";
  const allows = "rules:\n  - { id: writing, tool: write_file, then: allow }\n";
  const app = await launch({ env: modelEnv(endpoint), policy: asks });
  await openChat(page, app);
  await writeFile(policyFile(app), refuses);
  await expect.poll(() => policyOf(page)).toContain("Not today.");
  await page.goto(`${app.url}/settings/policies`);
  // It refuses at once; what it would say is for the owner to read first.
  await expect(page.getByText("What it tightens counts already.")).toBeVisible();
  await expect(page.getByText("Cards will say for the rule")).toContainText("“Not today.”");
  await look(page, "policy-words-waiting", { widths });
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(page.getByText("First.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();

  await writeFile(policyFile(app), allows);
  await expect.poll(() => policyOf(page)).toContain('"waiting":{"name":"policy.yaml"');
  await page.goto(`${app.url}/settings/policies`);
  await expect(page.getByText("policy.yaml waits for an owner")).toBeVisible();
  await app.kill();
  await app.start();
  await openChat(page, app);
  await say(page, "write b.txt");
  await expect(page.getByText("Second.")).toBeVisible();
  expect(await workspaceFile(app, "b.txt")).toBeNull();

  await page.goto(`${app.url}/settings/policies`);
  await page.getByRole("button", { name: "Try it on recorded calls" }).click();
  await expect(page.getByRole("row", { name: "With this policy 0 2 0" })).toBeVisible();
  await look(page, "policy-waiting", { widths });
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await reduce(page);
  await expect(page.getByText("policy.yaml waits for an owner")).toHaveCount(0);
  await openChat(page, app);
  await say(page, "write c.txt");
  await expect(page.getByText("Third.")).toBeVisible();
  expect(await workspaceFile(app, "c.txt")).toBe("x");
  await page.goto(`${app.url}/audit?topic=policies`);
  await expect(page.getByText("policy.yaml confirmed as it was shown")).toBeVisible();
});

test("P34, P50, P52, P53, P54: rehearsal: a rule is drafted in a form, tried on the recorded calls, saved and removed in the app", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([
    [write("a.txt")],
    ["Declined."],
    [write("b.txt")],
    ["Written."],
    [write("c.txt")],
    ["Not written."],
  ]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "write a.txt");
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Declined.", { exact: true })).toBeVisible();
  const chat = new URL(page.url()).pathname;
  await page.goto(`${app.url}/settings/will-it-ask`);
  await page.getByRole("link", { name: "Draft a rule for write_file" }).click();
  const tool = page.getByRole("combobox", { name: "Tool", exact: true });
  await expect(tool).toHaveValue("=write_file");
  await tool.selectOption("A name or pattern…");
  const pattern = page.getByRole("textbox", { name: "Tool, name or pattern" });
  await pattern.fill("write_fiel");
  await expect(page.getByText("No tool on workspace is called write_fiel. Similar: write_file.")).toBeVisible();
  await pattern.fill("write_*");
  await expect(page.getByText("1 tool fits now: write_file.")).toBeVisible();
  await tool.selectOption("write_file");
  await page.getByRole("radio", { name: /^Allow/ }).check();
  const add = page.getByRole("button", { name: "Add a condition" });
  await add.click();
  await expect(page.getByText("Condition 1 is not complete.")).toBeVisible();
  await page.getByRole("combobox", { name: "What condition 1 looks at" }).selectOption("path");
  await page.getByRole("combobox", { name: "Comparison of condition 1" }).selectOption("is none of");
  await page.getByRole("textbox", { name: "Value of condition 1" }).fill('keys\n" || true || "');
  await add.click();
  await page.getByRole("combobox", { name: "What condition 2 looks at" }).selectOption("Earlier calls today");
  await page.getByRole("combobox", { name: "Comparison of condition 2" }).selectOption("is under");
  await page.getByRole("textbox", { name: "Value of condition 2" }).fill("20");
  const sentence =
    'Calls of write_file on workspace run without asking when path is none of “keys” or "\\" || true || \\"" and the number of earlier calls today is under 20.';
  await expect(page.getByText(sentence)).toBeVisible();
  await look(page, "rule-form", { widths });
  await page.getByText("Who calls, whose chat, which risk").click();
  await page.getByRole("checkbox", { name: "Owner" }).check();
  await look(page, "rule-form-narrower", { widths: [1280, 390] });

  await page.getByRole("button", { name: "YAML" }).click();
  const text = page.getByRole("textbox", { name: "Rule" });
  await expect(text).toHaveValue(/role: owner\nwhen:\n {2}all:\n[^]*then: allow/);
  await expect(page.getByText("the role is owner and path is none of")).toBeVisible();
  await text.fill("id: writing\ntool: write_fille\nwhen: size(args.path) < 5\nthen: maybe");
  await expect(page.getByText("Line 4: ")).toBeVisible();
  await text.fill("id: writing\ntool: write_fille\nwhen: size(args.path) < 5\nthen: allow");
  await expect(page.getByText("No tool is called write_fille. Similar: write_file.")).toBeVisible();
  await expect(page.getByText("The form has no words for this condition: size(args.path) < 5")).toBeVisible();
  await expect(page.getByRole("button", { name: "Form" })).toBeDisabled();
  await look(page, "rule-text", { widths: [1280, 390] });
  await text.fill("id: writing\ntool: write_file\nwhen: 'args.path.endsWith(\".txt\")'\nthen: allow");
  await page.getByRole("button", { name: "Form" }).click();
  await expect(page.getByRole("textbox", { name: "Value of condition 1" })).toHaveValue(".txt");
  await expect(page.getByRole("button", { name: "Save the rule" })).toHaveCount(0);
  await page.getByRole("button", { name: "Try it on recorded calls" }).click();
  await expect(
    page.getByText("This rule would have decided 1 of 1 recorded call. Its outcome differs from today."),
  ).toBeVisible();
  await expect(page.getByText("that somebody declined or edited:")).toBeVisible();
  await look(page, "rule-editor", { widths });
  await page.getByRole("textbox", { name: "Reason" }).fill("Texts run.");
  await expect(page.getByRole("button", { name: "Save the rule" })).toHaveCount(0);
  await page.getByRole("button", { name: "Try it on recorded calls" }).click();
  await page.getByRole("button", { name: "Save the rule" }).click();
  await expect(question(page)).toContainText("Calls of write_file run without asking when path ends with “.txt”.");
  await reduce(page);
  await expect(page.getByText("writing, saved by You")).toBeVisible();
  await expect(page.getByText("Calls of write_file run without asking when path ends with “.txt”.")).toBeVisible();
  await openChat(page, app);
  await say(page, "write b.txt");
  await expect(page.getByText("Written.", { exact: true })).toBeVisible();
  expect(await workspaceFile(app, "b.txt")).toBe("x");
  await page.goto(`${app.url}/settings/policies`);
  await page.getByRole("button", { name: "Remove writing" }).click();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Remove the rule" }).click();
  const unreachable = page.getByRole("alert").filter({ hasText: "The server could not be reached." });
  await expect(unreachable).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(unreachable).toHaveCount(0);
  await page.getByRole("button", { name: "Remove writing" }).click();
  await expect(unreachable).toHaveCount(0);
  await page.getByRole("button", { name: "Remove the rule" }).click();
  await expect(page.getByText("There are no rules.")).toBeVisible();

  await page.getByRole("checkbox", { name: "Shadow mode for the whole app" }).check();
  await expect(page.getByRole("checkbox", { name: "Shadow mode for the whole app" })).toBeEnabled();
  await openChat(page, app, chat);
  await expect(page.getByText("none of them runs in the whole app")).toBeVisible();
  await say(page, "write c.txt");
  await expect(page.getByText("Not written.", { exact: true })).toBeVisible();
  expect(await workspaceFile(app, "c.txt")).toBeNull();
});

test(
  "suggestions: five equal approvals make one, which is tried, saved and then asks no more",
  again,
  async ({ page, launch, model }) => {
    const turns = Array.from({ length: 6 }, (_, at) => [[write("a.txt")], [`Written ${at + 1}.`]]);
    const endpoint = await model(turns.flat());
    const app = await launch({ env: modelEnv(endpoint) });
    await openChat(page, app);
    for (let at = 1; at <= 5; at += 1) {
      await say(page, `write a.txt, time ${at}`);
      await approvals(page)
        .getByRole("button", { name: /^Approve/ })
        .click();
      await expect(page.getByText(`Written ${at}.`, { exact: true })).toBeVisible();
    }
    const chat = new URL(page.url()).pathname;
    await page.goto(`${app.url}/settings/policies`);
    await expect(page.getByText("write_file of workspace, approved 5 times")).toBeVisible();
    await page.getByRole("button", { name: "See the rule" }).click();
    await page.getByRole("button", { name: "Try it on recorded calls" }).click();
    await expect(
      page.getByText("This rule would have decided 5 of 5 recorded calls. All of them differ from today."),
    ).toBeVisible();
    await look(page, "suggestion", { widths });
    await page.getByRole("button", { name: "Save the rule" }).click();
    await reduce(page);
    await expect(page.getByText("write_file of workspace, approved 5 times")).toHaveCount(0);
    await openChat(page, app, chat);
    await say(page, "write a.txt once more");
    await expect(page.getByText("Written 6.", { exact: true })).toBeVisible();
  },
);

test("P30, P31, P33: the page says what each tool does and why, its switch stands beside it, and a call is tried", async ({
  page,
  common,
}) => {
  const { app } = await common([]);
  await openChat(page, app);
  await page.goto(`${app.url}/settings/policies`);
  await page.getByRole("link", { name: "See what each tool does" }).click();
  const row = page.getByRole("region", { name: "Workspace" }).getByRole("listitem").filter({ hasText: "write_file" });
  await expect(row.getByText("Asks you")).toBeVisible();
  await expect(row.getByText("Line 8 of 8: the default.")).toBeVisible();
  await look(page, "will-it-ask", { widths });
  await row.getByRole("combobox", { name: "Approval of write_file" }).selectOption("Do not ask");
  const question = page.getByRole("dialog", { name: "Reduce human oversight?" });
  await question.getByRole("button", { name: "Reduce oversight" }).click();
  await expect(row.getByText("Line 7 of 8: do not ask.")).toBeVisible();
  await expect(row.getByText("Runs", { exact: true })).toBeVisible();
  await row.getByRole("combobox", { name: "Approval of write_file" }).selectOption("As policies say");
  await expect(row.getByText("Asks you")).toBeVisible();

  const trying = page.getByRole("region", { name: "Try a call" });
  const tools = trying.getByRole("combobox", { name: "Tool", exact: true });
  await tools.selectOption("workspace__write_file");
  await trying.getByRole("textbox", { name: "path" }).fill("a.txt");
  await trying.getByRole("textbox", { name: "content" }).fill("x");
  await trying.getByRole("button", { name: "Will it ask?" }).click();
  await expect(trying.getByText("called by: Your chat")).toBeVisible();
  await expect(trying.getByText("Asks you")).toBeVisible();
  await look(page, "will-it-ask-tried", { widths });
  expect(await workspaceFile(app, "a.txt")).toBeNull();
});
