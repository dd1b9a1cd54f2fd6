import { editArguments } from "../support/look.ts";
import { approvals, expect, modelEnv, openChat, say, test, workspaceFile, settled } from "../support/story.ts";

const writing = (path: string, content: string) => ({
  call: "workspace__write_file",
  arguments: { path, content },
});

for (const api of ["chat", "responses"] as const) {
  test(`I1, S0.18, S0.40: Approve runs the call and the model goes on (OpenAI ${api} API)`, async ({
    page,
    common,
    launch,
    model,
  }) => {
    const script = [[writing("a.txt", "signed")], ["The file is ", "written."]];
    const ofItsOwn = async () => launch({ env: modelEnv(await model(script), api) });
    const app = api === "chat" ? (await common(script)).app : await ofItsOwn();
    await openChat(page, app);
    await say(page, "write a.txt");
    await expect(approvals(page)).toHaveCount(1);
    await expect(approvals(page)).toContainText("a.txt");
    await expect(approvals(page)).toContainText("signed");
    expect(await workspaceFile(app, "a.txt")).toBeNull();
    await approvals(page)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(page.getByText("The file is written.")).toBeVisible();
    expect(await workspaceFile(app, "a.txt")).toBe("signed");
    await expect(settled(page, "Approved")).toBeVisible();
  });
}

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
