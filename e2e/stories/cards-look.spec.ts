import type { Page } from "@playwright/test";
import { states } from "../support/card-gallery/states.ts";
import { again, button, expect, state, test } from "../support/card-gallery/gallery-story.ts";
import { editArguments, hasNoFlaws, scrollThrough, themesAt } from "../support/look.ts";

/** Presses without a hand, which would take seconds to find its way on so long a page. */
async function pressAll(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).evaluateAll((all) => {
    for (const each of all) if (each instanceof HTMLElement) each.click();
  });
}

/** A card that is edited no longer offers "Edit". */
async function editAll(page: Page): Promise<void> {
  await pressAll(page, "Edit");
  await expect(button(page, "Edit")).toHaveCount(0);
}

const all = states.map(({ name }) => name);

for (const theme of ["light", "dark"] as const) {
  test(`CARD: axe finds nothing wrong with any state of a card, ${theme}`, async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    // All of them are read soon.
    await page.setViewportSize({ width: 1280, height: 4000 });
    // By turns where each story is told once. That one is drawn last.
    await open(
      all.filter((name, nth) => name === "form" || themesAt(nth).includes(theme)),
      { theme },
    );
    await expect(page.getByLabel("Table outside")).toBeVisible();
    await scrollThrough(page.locator("html"));
    await expect(button(page, /^Approve/).last()).toBeEnabled();
    await hasNoFlaws(page);
  });

  test(
    `CARD: axe finds nothing wrong with edits, errors, notes and details, ${theme}`,
    theme === "light" ? {} : again,
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(["email", "form", "edited"], { theme, reply: "fields" });
      await editArguments(state(page, "email"));
      await button(state(page, "email"), "Add a note").click();
      await state(page, "email").getByLabel("To", { exact: true }).fill("nobody");
      await button(state(page, "email"), /^Approve/).click();
      await expect(state(page, "email").getByText("Must be an e-mail address.")).toBeVisible();
      await scrollThrough(page.locator("html"));
      await button(state(page, "form"), /^Submit/).click();
      await expect(state(page, "form").getByText("This is required.")).toBeVisible();
      await button(state(page, "edited"), "Details").click();
      await hasNoFlaws(page);
    },
  );
}

for (const direction of ["ltr", "rtl"] as const) {
  test(`CARD: no state scrolls sideways at 320 px, ${direction}`, async ({ page, open }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await open(all, direction === "rtl" ? { rtl: true } : {});
    await expect(page.getByLabel("Table outside")).toBeVisible();
    await editAll(page);
    await expect(page.getByLabel("Subject").first()).toBeVisible();
    await pressAll(page, /^Details/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

test("CARD: everything that can be pressed is 44 px high on a phone", async ({ browser, galleryUrl }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(galleryUrl);
  await expect(page.getByLabel("Table outside")).toBeVisible();
  await editAll(page);
  await expect(page.getByLabel("Subject").first()).toBeVisible();
  const small = await page
    .locator("button, summary, select, textarea, input:not([type=checkbox], [type=radio])")
    .evaluateAll((all) =>
      all
        .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML.slice(0, 120)),
    );
  expect(small).toEqual([]);
  await context.close();
});

test("CARD: the code of forms and edits is fetched only when one is drawn", async ({ page, open }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await open(["email", "confirm", "approved"]);
  await expect(button(state(page, "email"), /^Approve/)).toBeEnabled();
  expect(scripts.filter((url) => /edit-arguments|form-fields/.test(url))).toEqual([]);
  await button(state(page, "email"), "Edit").click();
  await expect(page.getByLabel("Subject")).toBeVisible();
  expect(scripts.filter((url) => /edit-arguments/.test(url))).toHaveLength(1);
});
