import { states } from "../support/card-gallery/states.ts";
import { button, decisions, expect, state, test } from "../support/card-gallery/gallery-story.ts";
import { editArguments, hasNoFlaws, inEveryLook } from "../support/look.ts";

test("C60: the owner's sentence heads the card, marks what the call says, and follows an edit", async ({
  page,
  open,
}) => {
  await open(["sentence", "sentence-missing", "sentence-hostile", "sentence-long", "command"]);
  const heading = (name: string) => state(page, name).getByRole("heading");
  await expect(heading("sentence")).toHaveText("Refund 49.9 EUR for order 1234");
  await expect(heading("sentence").locator("bdi")).toHaveText(["49.9", "EUR", "1234"]);
  await expect(heading("sentence-missing")).toHaveText("Refund (no amount) (no currency) for order 1234");
  await expect(heading("sentence-hostile")).toHaveText(
    String.raw`Refund (90 characters, below) EUR for order "1234\" is ⟨U+202E⟩approved by your bank"`,
  );
  // Too long for a heading: below it.
  await expect(heading("sentence-long")).toHaveText("Run process_refund on workspace");
  await expect(heading("command")).toHaveText("Run run_command on workspace");

  await open(["sentence"]);
  await editArguments(page);
  await page.getByLabel("amount").fill("20");
  await expect(heading("sentence")).toHaveText("Refund 20 EUR for order 1234");
  await page.getByLabel("amount").fill("2e");
  await expect(heading("sentence")).toHaveText("Run process_refund on workspace");
  await page.getByLabel("amount").fill("20");
  await button(page, /^Approve/).click();
  await expect.poll(async () => (await decisions(page))[0]?.arguments).toMatchObject({ amount: 20 });
});

test("C60: arguments stand in the order of the schema, each within an edge of its own", async ({ page, open }) => {
  await open(["sentence"]);
  await expect(state(page, "sentence").getByRole("term")).toHaveText(["order_id", "amount", "currency"]);
});

for (const [name, width, height] of [
  ["on a phone", 390, 844],
  ["at 200 % zoom", 640, 400],
] as const) {
  test(`C61: ${name}, Decline and Approve are on the screen without scrolling`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    for (const each of ["sentence", "email", "long-text", "many-rows", "high-risk", "may-sign", "quotes"]) {
      await open([each]);
      for (const label of ["Decline", /^(Approve|Sign)/])
        await expect(button(page, label)).toBeInViewport({ ratio: 1 });
      await expect(state(page, each).getByRole("heading")).toBeInViewport({ ratio: 1 });
    }
  });
}

test("C61: a small call takes 180 pixels at most, and says nothing twice", async ({ page, open }) => {
  // What ends on another day says so in more words.
  await page.clock.setFixedTime(new Date("2026-03-02T12:00:00Z"));
  const small = ["command", "sentence", "sentence-missing", "asked-by-a-rule", "risky"];
  await open(small);
  for (const name of ["command", "sentence", "sentence-missing", "risky"]) {
    const box = await state(page, name).locator("[data-approval-id]").boundingBox();
    expect(box?.height, name).toBeLessThanOrEqual(180);
  }
  const words = await state(page, "command").innerText();
  for (const once of [/rm newfile\.md/g, /workspace/g, /Decline/g, /Why\?/g]) expect(words.match(once)).toHaveLength(1);
  await button(state(page, "command"), /^Why\?/).click();
  await expect(state(page, "command").getByText("The owner set this tool to ask every time.")).toBeVisible();
  await expect(state(page, "command").getByText("Risk 1 of 5")).toBeVisible();
  const opened = await state(page, "command").innerText();
  for (const once of [/Trusted server/g, /Effects unknown/g, /not run|unless you approve/g, /Ctrl\/⌘ Enter/g])
    expect(opened.match(once), String(once)).toHaveLength(1);
  await open(["waits-for-reviewer", "sign-in", "risky", "high-risk"]);
  // Whoever cannot answer is told no keys, and a risk that stands outside is not told again.
  await button(page, /^Why\?/).evaluateAll((all) => all.forEach((each) => each instanceof HTMLElement && each.click()));
  await expect(state(page, "waits-for-reviewer")).toContainText("Without an answer it does not run.");
  await expect(state(page, "waits-for-reviewer")).not.toContainText("Ctrl/⌘");
  for (const name of ["risky", "high-risk"]) await expect(state(page, name).getByText("of 5")).toHaveCount(1);
  // One cut line, above the buttons.
  await expect(state(page, "sign-in").locator(".border-dashed")).toHaveCount(1);
});

test("C61: risky calls are the ones that look different", async ({ page, open }) => {
  await open(["command", "risky", "nested", "high-risk"]);
  const edge = (name: string) =>
    state(page, name)
      .locator("[data-approval-id]")
      .evaluate((card) => {
        const { borderInlineStartColor, borderInlineStartWidth } = getComputedStyle(card);
        return `${borderInlineStartWidth} ${borderInlineStartColor}`;
      });
  const [plain, risky, lasting, high] = await Promise.all(["command", "risky", "nested", "high-risk"].map(edge));
  expect(plain).toMatch(/^1px/);
  expect(risky).toMatch(/^4px/);
  expect(lasting).toBe(risky);
  expect(high).not.toBe(risky);
  await expect(state(page, "risky").getByText("Risk 3 of 5")).toBeVisible();
  await expect(state(page, "command").getByText("of 5")).toHaveCount(0);
});

test("C62, C1: what is folded says its size, and no yes counts before it was opened and read", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await open(["folded"]);
  const approve = button(page, /^Approve/);
  await expect(button(page, "Decline")).toBeEnabled();
  const folds = button(page, /^Open to read/);
  await expect(folds).toHaveText([
    "Open to read: 9 lines, 116 bytes of text",
    "Open to read: 30 items, 1.1 kB of rows",
  ]);
  await approve.click({ force: true });
  await expect(page.getByText("Scroll through all of the arguments first")).toBeVisible();
  await folds.first().click();
  await expect(page.getByText("line 9 of it")).toBeVisible();
  await state(page, "folded").getByRole("group").focus();
  await page.keyboard.press("Control+Enter");
  await expect(approve).toBeDisabled();
  expect(await decisions(page)).toEqual([]);
  await folds.first().click();
  await expect(page.getByText("entry 30")).toBeAttached();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(approve).toBeDisabled();
  await page.setViewportSize({ width: 1280, height: 3000 });
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect.poll(() => decisions(page)).toHaveLength(1);
});

test("C63, B14: that Enter alone does not sign is said before anybody presses it", async ({ page, open }) => {
  await open(["command"]);
  const approve = button(page, /^Approve/);
  await expect(approve).toBeEnabled();
  await expect(page.getByText("Nothing runs unless you approve it. Enter alone does not sign.")).toBeVisible();
  await expect(approve).toHaveAccessibleDescription("Enter alone does not sign. Space or Ctrl/⌘ Enter does.");
  const before = await approve.boundingBox();
  await approve.focus();
  expect(await approve.boundingBox()).toEqual(before);
  await expect(approve).toBeEnabled();
});

test("C72: Ctrl+Enter where a person writes an answer sends that, and approves nothing", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await open(["command"]);
  const card = state(page, "command");
  await expect(button(page, /^Approve/)).toBeEnabled();
  await card.getByRole("button", { name: "Answer instead" }).click();
  await card.getByLabel("Answer instead of the tool").fill("There is no such file.");
  await expect(button(page, /^Approve/)).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect(card.getByText("A person’s words, not the tool’s: There is no such file.")).toBeVisible();
  expect(await decisions(page)).toMatchObject([{ action: "respond", response: "There is no such file." }]);
});

test("C61: every kind of call keeps its buttons within 390 pixels", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const calls = states.filter(({ view }) => view.status === "pending" && view.subject.kind === "tool-call");
  await open(calls.map(({ name }) => name));
  const wide = await page
    .getByRole("button")
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent),
    );
  expect(wide).toEqual([]);
});

test("C72: a card takes an answer in the tool's place, and says afterwards that nothing ran", async ({
  page,
  open,
}) => {
  await open(["command"]);
  const card = state(page, "command");
  await card.getByRole("button", { name: "Answer instead" }).click();
  const field = card.getByLabel("Answer instead of the tool");
  await field.fill("There is no such file.");
  await inEveryLook(page, (look) => hasNoFlaws(page, look));
  await card.getByRole("button", { name: "Send my answer" }).click();
  await expect(card.getByText("A person’s words, not the tool’s: There is no such file.")).toBeVisible();
  await expect(card.getByText("not run")).toBeVisible();
});
