import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { editArguments, hasNoFlaws, look, press } from "../support/look.ts";
import { again, approvals, expect, modelEnv, openChat, say, test, workspaceFile, settled } from "../support/story.ts";

const writing = (path: string, content: string) => ({
  call: "workspace__write_file",
  arguments: { path, content },
});

for (const api of ["chat", "responses"] as const) {
  test(
    `I1, S0.18, S0.40: Approve runs the call and the model goes on (OpenAI ${api} API)`,
    api === "chat" ? {} : again,
    async ({ page, common, launch, model }) => {
      const script = [[writing("a.txt", "signed")], ["The file is ", "written."]];
      const ofItsOwn = async () => launch({ env: modelEnv(await model(script), api) });
      const app = api === "chat" ? (await common(script)).app : await ofItsOwn();
      await openChat(page, app);
      // Screen readers tell what comes into a region that was there before.
      const announcements = page.locator("[aria-live]#announcements");
      await expect(announcements).toBeEmpty();
      await say(page, "write a.txt");
      await expect(approvals(page)).toHaveCount(1);
      await expect(announcements).toContainText("Approval needed: ");
      await expect(approvals(page)).toContainText("a.txt");
      await expect(approvals(page)).toContainText("signed");
      expect(await workspaceFile(app, "a.txt")).toBeNull();
      await approvals(page)
        .getByRole("button", { name: /^Approve/ })
        .click();
      await expect(page.getByText("The file is written.")).toBeVisible();
      expect(await workspaceFile(app, "a.txt")).toBe("signed");
      await expect(settled(page, "Approved")).toBeVisible();
      // Its line above names the tool and its server, once.
      await expect(page.locator("summary").filter({ hasText: "write_file" })).toContainText("Workspace");
      await expect(settled(page, "Approved")).not.toContainText("Workspace");
      await expect(settled(page, "Approved").getByRole("button", { name: "Details of write_file" })).toBeVisible();
    },
  );
}

test("C80, C81: a card shows what changes in a file; when that changed before the start, nothing runs and a new card says so", async ({
  page,
  common,
}) => {
  const { app } = await common([
    [writing("plan.md", "# Plan\nTuesday\u202e at nine\nBring cake\n")],
    ["It is written."],
  ]);
  const file = path.join(app.dataDir, "workspace", "plan.md");
  const before = `# Plan\nMonday at nine\n${Array.from({ length: 20 }, (_, at) => `Guest ${at + 1}\n`).join("")}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, before);
  await openChat(page, app);
  await say(page, "write the plan");
  await approvals(page).getByRole("button", { name: "See what changes" }).click();
  const change = page.getByRole("region", { name: "What would change" });
  await expect(change).toContainText("2 lines added, 21 lines removed");
  await expect(change.getByRole("row").filter({ hasText: "Tuesday" })).toContainText("added");
  await expect(change.getByRole("row").filter({ hasText: "Tuesday" }).locator("mark")).toHaveText("⟨U+202E⟩");
  await expect(change.getByRole("row").filter({ hasText: "Monday" })).toContainText("removed");
  await expect(change).toContainText(/Computed at \d\d:\d\d/);
  await expect(change).toContainText("As Workspace says (not verified). The call itself was not run.");
  await look(page, "preview");
  expect(await workspaceFile(app, "plan.md")).toBe(before);
  await editArguments(approvals(page));
  await page.getByLabel("path").fill("other.md");
  await expect(change).toContainText("it is another call, which has no preview");
  await expect(change.getByRole("row")).toHaveCount(0);
  await approvals(page).getByRole("button", { name: "Undo changes" }).click();

  await writeFile(file, "# Plan\nWednesday\n");
  await press(approvals(page).getByRole("button", { name: /^Approve/ }));
  await expect(approvals(page)).toContainText("This call was approved, and it has not run.");
  await expect(settled(page, "Expired")).toContainText("asked again");
  await expect(change).toContainText("Wednesday");
  expect(await workspaceFile(app, "plan.md")).toBe("# Plan\nWednesday\n");
  await hasNoFlaws(page, "asked again");
  await press(approvals(page).getByRole("button", { name: /^Approve/ }));
  await expect(page.getByText("It is written.")).toBeVisible();
  expect(await workspaceFile(app, "plan.md")).toContain("Bring cake");
});

test("S0.35, S4.3: Decline runs nothing, and a note reaches the model", async ({ page, common }) => {
  const { app, endpoint } = await common([[writing("a.txt", "x")], ["Understood."]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  const card = approvals(page);
  await card.getByRole("button", { name: "Add a note" }).click();
  await card.getByRole("textbox", { name: /note/i }).fill("use b.txt instead");
  await card.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Understood.")).toBeVisible();
  await expect(settled(page, "Declined")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  const told = endpoint.requests[1]?.toolResults[0]?.text ?? "";
  expect(told).toContain("use b.txt instead");
  expect(told).toContain("not run");
});

test("B14: the page never moves a card under a hand that has begun to answer it", async ({ page, common }) => {
  const { app } = await common([[writing("a.txt", "x")]]);
  await page.setViewportSize({ width: 1000, height: 600 });
  await openChat(page, app);
  await say(page, "write a.txt");
  const card = approvals(page);
  await card.getByRole("button", { name: "Add a note" }).click();
  await card.getByRole("textbox", { name: /note/i }).fill("use b.txt instead");
  const decline = card.getByRole("button", { name: "Decline" });
  await decline.scrollIntoViewIfNeeded();
  const before = await decline.boundingBox();
  await expect(decline).toHaveAttribute("aria-disabled", "false");
  // Longer than the page takes to bring a new card into view.
  await page.waitForTimeout(1_500);
  expect(await decline.boundingBox()).toEqual(before);
});

test("S2.6: an edited call runs the edited bytes, and the model is told", async ({ page, common }) => {
  const { app, endpoint } = await common([[writing("a.txt", "before")], ["Done."]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  const card = approvals(page);
  await editArguments(card);
  await card.getByRole("textbox", { name: /content/i }).fill("after");
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText("Done.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("after");
  expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("after");
});

test("A14, S0.21, S0.22: of two parallel cards one is approved and one declined; each result lands on its own call", async ({
  page,
  common,
}) => {
  const { app, endpoint } = await common([[writing("one.txt", "1"), writing("two.txt", "2")], ["Both settled."]]);
  await openChat(page, app);
  await say(page, "write both");
  await expect(approvals(page)).toHaveCount(2);
  const second = approvals(page).filter({ hasText: "two.txt" });
  await second.getByRole("button", { name: "Decline" }).scrollIntoViewIfNeeded();
  await second.getByRole("button", { name: /^Approve/ }).click();
  await expect(approvals(page)).toHaveCount(1);
  await expect.poll(() => workspaceFile(app, "two.txt")).toBe("2");
  await approvals(page).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Both settled.")).toBeVisible();
  expect(await workspaceFile(app, "one.txt")).toBeNull();
  const results = endpoint.requests[1]?.toolResults ?? [];
  expect(results).toHaveLength(2);
  expect(results[0]?.text).toContain("declined");
  expect(results[1]?.text).not.toContain("declined");
});
