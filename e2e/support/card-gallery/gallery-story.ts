import type { Locator, Page } from "@playwright/test";
import type { DecideInput } from "#components/cards/parts/card-props.ts";
import { again, expect, test as base } from "../story.ts";

export { again, expect };

type Options = { theme?: "light" | "dark"; reply?: string; late?: true; rtl?: true; german?: true };

/** Opens the gallery with the named states on it. */
type Open = (states: string[], options?: Options) => Promise<void>;

/** Stories about cards alone: no server, no model. */
export const test = base.extend<{ open: Open }>({
  open: async ({ page, galleryUrl }, use) => {
    const problems: string[] = [];
    // A card that needs what the content policy forbids says so here.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("could not be sent")) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    // The only thing that a card reads by itself.
    await page.route("**/api/tools/icons", (route) => route.fulfill({ json: {} }));
    await use(async (states, { late, rtl, german, ...given } = {}) => {
      const query = new URLSearchParams(given);
      for (const [name, on] of Object.entries({ late, rtl, german })) if (on) query.set(name, "");
      for (const state of states) query.append("state", state);
      await page.goto(`${galleryUrl}?${query}`);
      await expect(page.getByRole("heading", { name: "Cards" })).toBeVisible();
    });
    expect(problems).toEqual([]);
  },
});

/** What the cards have sent so far. */
export async function decisions(page: Page): Promise<DecideInput[]> {
  // The gallery keeps them on the window.
  return page.evaluate(() => (window as unknown as { decisions: DecideInput[] }).decisions);
}

/** The part of the page that holds one state. */
export function state(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

export function button(within: Page | Locator, name: RegExp | string): Locator {
  return within.getByRole("button", { name });
}

/** Presses where the button is, whether it is ready or not, as a hand does. */
export async function pressAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to press.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** A press was heard, counted for nothing, and the card says so. */
export async function expectNoPress(page: Page): Promise<void> {
  await expect(page.getByText("that press did not count")).toBeVisible();
  expect(await decisions(page)).toEqual([]);
}
