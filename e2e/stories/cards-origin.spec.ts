import { button, decisions, expect, state, test } from "../support/card-gallery/gallery-story.ts";
import { editArguments } from "../support/look.ts";

test("C14: a high risk is approved by typing what it is aimed at, exactly, and the words go with the answer", async ({
  page,
  open,
}) => {
  await open(["high-risk-argument"]);
  const approve = button(page, /^Approve/);
  const field = page.getByLabel("Type orders_2026 to approve");
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await expect(async () => {
    // It looks off, and says what it waits for.
    await approve.click({ force: true, timeout: 10_000 });
    await expect(page.getByText("type orders_2026 first, then approve")).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Type it here first.");
  await field.fill("Orders_2026");
  await expect(field).toHaveAccessibleDescription("That does not match. Capitals count.");
  await field.fill(" orders_2026 ");
  await expect(field).not.toHaveAttribute("aria-invalid");
  await field.press("Enter");
  await expect(page.getByText("Enter alone never signs.")).toBeVisible();
  expect(await decisions(page)).toEqual([]);
  await approve.click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toMatchObject([{ action: "accept", confirm: "orders_2026" }]);
});

test("C14: an edit changes what is typed, the keyboard alone gets there, and a decline wants nothing typed", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1000, height: 1200 });
  await open(["high-risk-argument"]);
  await editArguments(page);
  await page.getByLabel("table", { exact: true }).fill("drafts");
  const field = page.getByLabel("Type drafts to approve");
  await field.fill("drafts");
  await expect(button(page, /^Approve/)).toBeEnabled();
  await field.press("Control+Enter");
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toMatchObject([{ arguments: { table: "drafts", cascade: true }, confirm: "drafts" }]);
  await open(["high-risk"]);
  await button(page, /^Decline/).click();
  await expect(page.getByText("Declined")).toBeVisible();
  expect(await decisions(page)).toEqual([{ action: "decline", digest: expect.any(String), changesSeen: 0 }]);
});

test("C14: a card says which argument a tool said before, and hostile names stay text", async ({ page, open }) => {
  await open(["quotes"]);
  const card = state(page, "quotes");
  await expect(card.getByRole("list", { name: "Effects and origin" })).toContainText("Contains text from tools");
  await expect(card.getByText("Contains text from read_page on Web")).toHaveCount(1);
  await expect(card.getByText("read_mail on gmail and list⟨U+202E⟩_notes on <b>Notes</b>")).toHaveCount(1);
  await open(["email"]);
  await expect(page.getByText("Contains text from")).toHaveCount(0);
  // No tool is called that nobody reviewed: what may be missing is trust.
  await expect(page.getByText("Server not trusted")).toBeVisible();
});

test("S4.5: a settled form shows the answers that were sent, by the words that the person saw", async ({
  page,
  open,
}) => {
  await open(["submitted"]);
  await button(page, /^Details/).click();
  const answers = state(page, "submitted").getByRole("definition");
  await expect(page.getByText("Answers sent")).toBeVisible();
  await expect(answers.filter({ hasText: "Kim⟨U+202E⟩ Doe" })).toHaveCount(1);
  await expect(answers.filter({ hasText: /^Window$/ })).toHaveCount(1);
  await expect(answers.filter({ hasText: /^Vegan, No nuts$/ })).toHaveCount(1);
  await expect(answers.filter({ hasText: "not answered" }).first()).toBeVisible();
});
