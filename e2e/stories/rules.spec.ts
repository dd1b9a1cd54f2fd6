import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#e2e/support/free-port.ts";
import { hasNoFlaws } from "#e2e/support/look.ts";
import { again, approvals, expect, modelEnv, openChat, say, test } from "#e2e/support/story.ts";

const refund = (amount: number) => ({ call: "workspace__process_refund", arguments: { order_id: "1234", amount } });
const budget = `rules:
  - { id: budget, tool: process_refund, when: 'spent("amount", "day") + args.amount <= 30', then: allow }
  - id: over-budget
    tool: process_refund
    when: spent("amount", "day") + args.amount > 30
    then: ask
    reason: Refunds of more than 30 a day ask.
`;

test("S1.8, S2.11: within a day's budget refunds run and say why; beyond it the card names the rule", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[refund(20)], ["Paid."], [refund(11)], ["Paid again."]]);
  const app = await launch({ env: modelEnv(endpoint), policy: budget });
  await openChat(page, app);
  await say(page, "refund 20");
  await expect(page.getByText("Paid.", { exact: true })).toBeVisible();
  const line = page.locator("details", { hasText: "process_refund" });
  await line.locator("summary").click();
  const why =
    'Ran without asking. Rule: Calls of process_refund run without asking when spent("amount", "day") + args.amount <= 30.';
  await expect(page.getByText(why)).toBeVisible();
  await page.reload();
  await line.locator("summary").click();
  await expect(page.getByText(why)).toBeVisible();
  await say(page, "refund 11");
  const card = approvals(page);
  await card.getByRole("button", { name: /^Why\?/ }).click();
  await expect(card.getByText("Rule: Refunds of more than 30 a day ask.")).toBeVisible();
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await hasNoFlaws(page);
  }
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText("Paid again.", { exact: true })).toBeVisible();
});

test(
  "S3.11, S2.12: a policy in code refuses a call in its own words, which the model reads",
  again,
  async ({ page, launch, model }) => {
    const endpoint = await model([[refund(20)], ["It was refused."]]);
    const code = `export default ({ tool }) => tool.name === "process_refund"
    ? { verdict: "deny", reason: \`Tool '\${tool.name}' is not allowed in this environment.\` }
    : false;`;
    const app = await launch({
      env: modelEnv(endpoint),
      policy: "rules:\n  - then: allow\n",
      code: { "no-refunds.ts": code },
    });
    await openChat(page, app);
    await say(page, "refund 20");
    await expect(page.getByText("It was refused.")).toBeVisible();
    expect(JSON.stringify(endpoint.requests.at(-1))).toContain(
      "Tool 'process_refund' is not allowed in this environment.",
    );
    await expect(approvals(page)).toHaveCount(0);
  },
);

test("a policy in code that cannot be loaded ends the start with one sentence", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-broken-"));
  await mkdir(path.join(home, "policies"));
  await writeFile(path.join(home, "policies", "broken.ts"), "export const policy = 1;\n");
  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: path.join(home, "data"), CONFIG_DIR: home };
  const result = spawnSync(process.execPath, ["bin/start.ts"], { env, encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr).toBe(
    "policies/broken.ts cannot be loaded: its default export is not a function that judges a call.\n",
  );
  await rm(home, { recursive: true, force: true });
});
