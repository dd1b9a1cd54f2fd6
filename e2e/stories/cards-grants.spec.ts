import { hasNoFlaws } from "../support/look.ts";
import { again, button, decisions, expect, pressAt, state, test } from "../support/card-gallery/gallery-story.ts";

test("A11, CARD: the options offer what may be granted, narrowest first, and an ungrantable call has none", async ({
  page,
  open,
}) => {
  await open(["grantable", "command"]);
  await expect(button(state(page, "command"), "More options")).toHaveCount(0);
  const card = state(page, "grantable");
  await button(card, "More options").click();
  await expect(card.getByRole("radio")).toHaveCount(5);
  expect(
    await card.getByRole("radio").evaluateAll((radios) => radios.map((radio) => radio.parentElement?.textContent)),
  ).toEqual([
    "Only this call",
    "This exact call again in this chat",
    "write_file in this chat",
    "write_file in every chat, for 1 hour",
    "write_file in every chat, always",
  ]);
  await expect(card.getByRole("radio", { name: "Only this call" })).toBeChecked();
  await expect(button(card, /^(Approve|Decline)/)).toHaveCount(2);
  await button(card, /^Approve/).click();
  await expect(card.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toEqual([{ action: "accept", digest: expect.any(String), changesSeen: 0 }]);
});

test("A11, CARD: what is signed is the sentence that is shown, and goes with the yes", async ({ page, open }) => {
  await open(["grantable"]);
  await button(page, "More options").click();
  await page.getByRole("radio", { name: "write_file in this chat" }).check();
  await page.getByLabel("Limit the number of calls").check();
  await page.getByRole("spinbutton", { name: "Calls" }).fill("3");
  await page.getByLabel("Up to a total amount").check();
  await page.getByRole("textbox", { name: "Total" }).fill("20");
  await page.getByLabel("Only when an argument matches").check();
  await expect(page.getByLabel("Value")).toHaveValue("notes/2026/");
  await page.getByLabel("Value").fill("notes/");
  const sentence =
    "Allow write_file on workspace in this chat, up to 3 calls, up to 20 in total of copies, while path starts with “notes/” and has no “..” in it.";
  await expect(page.getByText(sentence)).toBeVisible();
  await button(page, "Approve: write_file, and grant it").click();
  await expect(page.getByText("Approved")).toBeVisible();
  const [sent] = await decisions(page);
  expect(sent?.grant).toEqual({
    reach: "chat",
    maxUses: 3,
    budget: { argument: "copies", total: 20 },
    when: 'args.path.startsWith("notes/") && !args.path.contains("..")',
  });
});

test("A11, CARD: terms that cannot be are said, and nothing is sent with them", async ({ page, open }) => {
  await open(["grantable"]);
  await button(page, "More options").click();
  await page.getByRole("radio", { name: "write_file in this chat" }).check();
  await page.getByLabel("Limit the number of calls").check();
  for (const [typed, said] of [
    ["101", "Allow between 1 and 100 calls."],
    ["", "Allow between 1 and 100 calls."],
  ] as const) {
    await page.getByRole("spinbutton", { name: "Calls" }).fill(typed);
    await button(page, /^Approve/).click();
    await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
  }
  await page.getByLabel("Limit the number of calls").uncheck();
  await page.getByLabel("Until a time").check();
  await page.getByLabel("Until", { exact: true }).fill("2020-01-01T10:00");
  await button(page, /^Approve/).click();
  await expect(page.getByRole("status").filter({ hasText: "The grant must end in the future." })).toBeVisible();
  expect(await decisions(page)).toEqual([]);
});

test("A11, CARD: closing the options takes the grant back", async ({ page, open }) => {
  await open(["grantable"]);
  await button(page, "More options").click();
  await page.getByRole("radio", { name: "write_file in every chat, always" }).check();
  await expect(page.getByText("Allow write_file on workspace in every chat, without an end.")).toBeVisible();
  await button(page, "Fewer options").click();
  await button(page, "Approve: write_file").click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect((await decisions(page))[0]).not.toHaveProperty("grant");
});

test("A11, B14, CARD: with the keyboard alone, and a press counts only once the opened card stands still", async ({
  page,
  open,
}) => {
  await open(["grantable"]);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await button(page, "More options").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Only this call" })).toBeFocused();
  await pressAt(page, button(page, /^Approve/));
  expect(await decisions(page)).toEqual([]);
  await page.getByRole("radio", { name: "Only this call" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "This exact call again in this chat" })).toBeChecked();
  await expect(page.getByText("with exactly these arguments in this chat")).toBeVisible();
  await expect(button(page, "Approve: write_file, and grant it")).not.toHaveAttribute("aria-disabled", "true");
  // The options made the card taller than the screen, and keys sign only what is in view.
  await button(page, /^Approve/).scrollIntoViewIfNeeded();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Approved")).toBeVisible();
  expect((await decisions(page))[0]?.grant).toEqual({ reach: "call" });
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [390, 320]) {
    test(
      `A11, CARD: the options fit ${width} px and axe finds nothing wrong with them, ${theme}`,
      (theme === "light") === (width === 390) ? {} : again,
      async ({ page, open }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        await open(["grantable", "granted"], { theme });
        await button(page, "More options").click();
        await page.getByRole("radio", { name: "write_file in this chat" }).check();
        for (const limit of await page.getByRole("checkbox").all()) await limit.check();
        await expect(page.getByText(/^Allow write_file/).first()).toBeVisible();
        await hasNoFlaws(page);
      },
    );
  }
}
