import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { look } from "../support/look.ts";
import { approvals, askAsPage, expect, modelEnv, openChat, say, test } from "../support/story.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const audit = (...args: string[]) =>
  run(process.execPath, ["bin/audit.ts", ...args], { cwd: root, encoding: "utf8" }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );

test("H1, N27: the audit page tells what happened, and its export is verified offline", async ({
  page,
  launch,
  model,
}) => {
  const write = { call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } };
  const endpoint = await model([
    [write],
    ["Written."],
    [{ ...write, arguments: { path: "b.txt", content: "x" } }],
    ["Fine."],
  ]);
  const app = await launch({ env: modelEnv(endpoint) });
  await openChat(page, app);
  await say(page, "write a.txt");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("Written.")).toBeVisible();
  await say(page, "write b.txt");
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Fine.")).toBeVisible();

  await page.goto(`${app.url}/audit`);
  const written = page
    .getByRole("listitem")
    .filter({ hasText: "Finished" })
    .filter({ hasText: "records of this call" });
  await expect(written.getByText(/^Started/)).toBeHidden();
  await expect(written.first()).toContainText("Approved in the app");
  await expect(page.getByText(/^Half of the answers came within/)).toBeVisible();
  for (const folded of await page.getByText(/^All \d+ records of this call$/).all()) await folded.click();
  for (const words of ["Asked for approval", "Approved in the app", "Started", "Finished", "Declined in the app"]) {
    await expect(page.getByText(new RegExp(`^${words}`)).first()).toBeVisible();
  }
  await expect(
    page.getByRole("table", { name: "Questions by tool" }).getByRole("row", { name: /write_file/ }),
  ).toContainText("2");
  await expect(page.getByRole("row", { name: /^You write_file 2/ })).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height });
  const folded = page.getByRole("table").last();
  await expect(folded).toContainText("Answers 2");
  const { x = 0, width: wide = 0 } = (await folded.boundingBox()) ?? {};
  expect(x + wide).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width, height });
  await page.getByRole("link", { name: "Sign-in" }).click();
  await expect(page.getByText("The first browser signed in")).toBeVisible();
  await expect(page.getByText("Asked for approval")).toHaveCount(0);
  await page.getByRole("link", { name: "Everything" }).click();
  await expect(page.getByText("Asked for approval").first()).toBeAttached();
  await page.getByLabel("Tool", { exact: true }).fill("write_file");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/tool=write_file/);
  await expect(page.getByText("Asked for approval").first()).toBeAttached();
  await expect(page.getByText("The first browser signed in")).toHaveCount(0);
  await page.getByLabel("From").fill("2999-01-01");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("There are no such records.")).toBeVisible();
  await page.getByRole("link", { name: "Show all records" }).click();
  await expect(page.getByText("Asked for approval").first()).toBeAttached();
  await look(page, "audit");

  const file = test.info().outputPath("audit.jsonl");
  const exported = async () => (await askAsPage(page, "/api/audit/export")).text;
  await expect.poll(async () => (await exported()).split("\n").length).toBeGreaterThan(10);
  const text = await exported();
  await writeFile(file, text);
  expect(await audit("verify", file)).toMatchObject({ code: 0, said: expect.stringContaining("as they were sealed") });
  await writeFile(file, text.replace("approval-decided", "approval-opened"));
  expect(await audit("verify", file)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is not what was sealed"),
  });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("countersign-audit.csv");
  const csv = await readFile(await saved.path(), "utf8");
  expect(csv.split("\r\n")[0]).toBe("position,hash,seq,at,kind,person,chat,run,call,approval,detail");
  expect((await askAsPage(page, "/api/audit/export?format=pdf")).status).toBe(400);
  expect((await askAsPage(page, "/api/audit?topic=nonsense")).status).toBe(400);
});
