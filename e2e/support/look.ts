import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Locator, type Page } from "@playwright/test";

/** Each story is told once, on one store. */
const isQuick = () => process.env["TEST_STORES"] === "one";

/**
 * Whether this telling of the story looks at pages too. How they look depends on no store: of two tellings, the one on
 * SQLite does.
 */
function looksAtPages(): boolean {
  const { store } = test.info().project.use as { store?: string };
  return store !== "postgres" || isQuick();
}

/** Brings what fades or slides to its end: colours in between have contrasts of their own. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const end = animation.effect?.getComputedTiming().endTime;
      if (typeof end === "number" && end !== Infinity) animation.finish();
    }
  });
}

/**
 * What axe finds wrong with the page. Its program is read once for each document, it works in the page itself (there
 * are no frames), and it describes only what is wrong: that takes a sixth of the time of its usual way.
 */
async function flaws(page: Page): Promise<[id: string, elements: string[]][]> {
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: "0" } : {}) });
  const { violations } = await axe
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Axe finds nothing wrong with the page, and it is no wider than its window. */
export async function hasNoFlaws(page: Page, state?: string): Promise<void> {
  if (!looksAtPages()) return;
  // A page that was just opened is empty until it has proved itself.
  await page.locator("main, [role=main]").first().waitFor({ state: "attached" });
  await standsStill(page);
  expect(await flaws(page), state).toEqual([]);
  const wider = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(wider), state).toBeLessThanOrEqual(0);
}

/** The themes in which something is looked at in the nth of its widths: both, or by turns where each story is told once. */
export function themesAt(nth: number): ("light" | "dark")[] {
  const inTurn = nth % 2 === 0 ? ("light" as const) : ("dark" as const);
  return isQuick() ? [inTurn] : ["dark", "light"];
}

/** Checks what is on the screen on a phone and in a window, in these themes, and leaves it in the window. */
export async function inEveryLook(page: Page, check: (look: string) => Promise<void>): Promise<void> {
  const devices = { "390 px": { width: 390, height: 844 }, wide: { width: 1280, height: 800 } };
  for (const [nth, [device, size]] of Object.entries(devices).entries()) {
    await page.setViewportSize(size);
    for (const colorScheme of themesAt(nth + 1)) {
      await page.emulateMedia({ colorScheme });
      await standsStill(page);
      await check(`${device}, ${colorScheme}`);
    }
  }
}

/** Looks for flaws at each width; where each store tells its stories, a picture of each look is kept. */
export async function look(
  page: Page,
  name: string,
  { widths = [1280, 390] }: { widths?: readonly number[] } = {},
): Promise<void> {
  if (!looksAtPages()) return;
  const before = page.viewportSize();
  for (const [nth, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of themesAt(nth)) {
      await page.emulateMedia({ colorScheme });
      await hasNoFlaws(page);
      if (isQuick()) continue;
      await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before !== null) await page.setViewportSize(before);
}

/** Scrolls something from its beginning to its end as a person reads it: no line is left out. */
export async function scrollThrough(box: Locator): Promise<void> {
  await box.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What is drawn by then is read; nobody does that in less.
    const read = () => new Promise((resolve) => setTimeout(resolve, 320));
    // What stays at the end of the screen lies over the last lines.
    const over = [...element.querySelectorAll("[data-stays]")].map((stays) => stays.clientHeight);
    const step = Math.max(40, Math.min(element.clientHeight, window.innerHeight) - Math.max(0, ...over) - 40);
    for (let top = 0; ; top += step) {
      element.scrollTo({ top, behavior: "instant" });
      await frame();
      await frame();
      await read();
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) return;
    }
  });
}

/** Waits until what the one card there is shows counts as read: no person is faster, and none moves it on before. */
export async function readCard(card: Page | Locator): Promise<void> {
  await expect(card.getByRole("button", { name: /^(Decline|Approve)/ }).first()).toBeEnabled();
  await expect(card.getByText(/^Scroll through all of the arguments first/)).toHaveCount(0);
}

/** Presses a button of a card. One that has just moved, or to which the pointer comes from an app, takes no press, and looks so a frame later. */
export async function press(button: Locator): Promise<void> {
  await button.hover();
  await button.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(button).toBeEnabled();
  await button.click();
}

/** Opens the arguments of the one card there is for editing, once they count as read. */
export async function editArguments(card: Page | Locator): Promise<void> {
  await readCard(card);
  await card.getByRole("button", { name: "Edit", exact: true }).click();
}
