import type { Locator, Page } from "@playwright/test";
import { button, decisions, expect, expectNoPress, test } from "../support/card-gallery/gallery-story.ts";

/** The middle of what can be pressed, on the screen. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

/** What comes in between in the gallery, with the gap below it. CSS pixels. */
const pushedBy = 184;
const approve = (page: Page) => button(page, /^Approve/);

test("B14: a press counts by when it was made, not by when a page that stood still hears of it", async ({
  page,
  open,
}) => {
  await open(["command"], { late: true });
  await page.evaluate(() => (window as unknown as { showCards: () => void }).showCards());
  await expect(approve(page)).toBeEnabled();
  const { x, y } = await middleOf(approve(page));
  // As an app in the page's process can: the card is elsewhere, that is drawn, and then nothing happens for a while.
  const stands = page.evaluate(async () => {
    (window as unknown as { pushCards: () => void }).pushCards();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    const button = [...document.querySelectorAll("button")].find(({ textContent }) =>
      textContent.startsWith("Approve"),
    );
    const top = button?.getBoundingClientRect().top ?? 0;
    const until = performance.now() + 2_000;
    while (performance.now() < until);
    return top;
  });
  await page.waitForTimeout(200);
  await Promise.all([page.mouse.move(x, y + pushedBy), page.mouse.down(), page.mouse.up()]);
  expect(await stands).toBeGreaterThan(y);
  await expectNoPress(page);
});

test("B14: a card that the page could not draw yet takes no press", async ({ page, open }) => {
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (next) => held.push(next);
    Object.assign(window, {
      drawAgain: () => {
        window.requestAnimationFrame = draw;
        for (const next of held) draw(next);
      },
    });
  });
  await open(["command"]);
  await page.waitForTimeout(1_000);
  const { x, y } = await middleOf(approve(page));
  await page.mouse.click(x, y);
  await expectNoPress(page);
  await page.evaluate(() => (window as unknown as { drawAgain: () => void }).drawAgain());
  await approve(page).click();
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: the second press on what lay over a card, and went by the first, is none on the card", async ({
  page,
  open,
}) => {
  await open(["command"]);
  await expect(approve(page)).toBeEnabled();
  const { x, y } = await middleOf(approve(page));
  await page.evaluate(() => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("closedby", "any");
    document.body.append(dialog);
    dialog.showModal();
  });
  // Beside the dialog, which that closes.
  await page.mouse.dblclick(x, y);
  await expect(page.locator("dialog")).toBeHidden();
  await expectNoPress(page);
});

test("B14: whoever comes to a card from an app, or from a list that it had over the card, presses nothing at once", async ({
  page,
  open,
}) => {
  await open(["command"]);
  await expect(approve(page)).toBeEnabled();
  const { x, y } = await middleOf(approve(page));
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.tabIndex = 0;
    frame.style.cssText = "position: fixed; top: 0; left: 0; height: 60px; width: 100%";
    document.body.append(frame);
  });
  await page.mouse.move(x, 30);
  // A list of the browser's own hides what is below it from the page, too: the first that it hears is the second of two presses.
  await page.mouse.click(x, y);
  await expect(page.getByText("that press did not count")).toBeVisible();
  await expect(approve(page)).toBeEnabled();
  // One that was opened with keys.
  await page.locator("iframe").focus();
  await page.mouse.click(x, y);
  await expect(page.locator("iframe")).not.toBeFocused();
  await expect(approve(page)).toBeDisabled();
  expect(await decisions(page)).toEqual([]);
  await expect(approve(page)).toBeEnabled();
  await page.mouse.click(x, y);
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: whoever comes to a card from a list or a menu that the browser draws over it presses nothing at once", async ({
  page,
  open,
}) => {
  await open(["command"]);
  const { x, y } = await middleOf(approve(page));
  await page.evaluate(() => {
    const list = document.createElement("select");
    list.append(new Option("one"), new Option("two"));
    document.body.append(list);
  });
  const chosen = () => page.locator("select").selectOption("two");
  const menu = () => page.locator("body").dispatchEvent("contextmenu");
  for (const cover of [chosen, menu]) {
    await page.mouse.move(x, y);
    await expect(approve(page)).toBeEnabled();
    await cover();
    // The first that the page hears is the second of two presses.
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByText("that press did not count")).toBeVisible();
    expect(await decisions(page)).toEqual([]);
    await page.mouse.move(0, 0);
  }
  await expect(approve(page)).toBeEnabled();
  await page.mouse.click(x, y);
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: keys that go on out of an app without a pause press nothing", async ({ page, open }) => {
  await open(["command"]);
  await expect(approve(page)).toBeEnabled();
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.srcdoc = "<input>";
    document.body.prepend(frame);
  });
  await page.frameLocator("iframe").locator("input").focus();
  await expect(approve(page)).toBeEnabled();
  // As in the rows of a form: some fields, then a box to tick.
  const isThere = () => approve(page).evaluate((element) => element === document.activeElement);
  for (let at = 0; at < 20 && !(await isThere()); at += 1) await page.keyboard.press("Tab", { delay: 150 });
  await expect(approve(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expectNoPress(page);
  await expect(approve(page)).toBeEnabled();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

/** Taps the button where it is on the screen of somebody who zoomed in. */
async function tap(page: Page): Promise<void> {
  const { x, y } = await approve(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
    return { x: left + width / 2 - offsetLeft, y: top + height / 2 - offsetTop };
  });
  await page.touchscreen.tap(x, y);
}

const zoomed = (page: Page) => page.waitForFunction(() => (visualViewport?.scale ?? 1) > 1);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("B14: where somebody zoomed in, what moves the screen moves the card", async ({ page, context, open }) => {
    await open(["command"]);
    await expect(approve(page)).toBeEnabled();
    const browser = await context.newCDPSession(page);
    await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    await zoomed(page);
    await expect(approve(page)).toBeEnabled();
    // As a frame can by its own content. The page itself scrolls no pixel.
    await approve(page).evaluate((element) => element.scrollIntoView());
    await tap(page);
    await expectNoPress(page);
  });

  test("C1: where somebody zoomed in, what is beside the screen was not on it", async ({ page, context, open }) => {
    const browser = await context.newCDPSession(page);
    await open(["email"], { late: true });
    await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor: 4 });
    await zoomed(page);
    await page.evaluate(() => (window as unknown as { showCards: () => void }).showCards());
    await approve(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
    await expect(button(page, "Decline")).toBeEnabled();
    await page.waitForTimeout(500);
    await tap(page);
    await expect(page.getByRole("status").filter({ hasText: /^(Scroll through|Read)/ })).toBeVisible();
    expect(await decisions(page)).toEqual([]);
  });

  test("B14: a tap that ends on Approve and began elsewhere counts for nothing, also after a thumb that scrolled from there", async ({
    page,
    context,
    open,
  }) => {
    await open(["command"]);
    await page.evaluate(() => (document.body.style.paddingBottom = "2000px"));
    await expect(approve(page)).toBeEnabled();
    const browser = await context.newCDPSession(page);
    const { x, y } = await middleOf(approve(page));
    const move = (by: number) => ({ touchPoints: [{ x, y: y - by }] });
    await browser.send("Input.dispatchTouchEvent", { type: "touchStart", ...move(0) });
    for (let by = 10; by <= 120; by += 10)
      await browser.send("Input.dispatchTouchEvent", { type: "touchMove", ...move(by) });
    await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(async () => (await middleOf(approve(page))).y).toBeLessThan(y - 50);
    await expect(approve(page)).toBeEnabled();
    // As browsers do for a tap that began in a frame and ends here.
    await approve(page).evaluate((element) =>
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })),
    );
    await expectNoPress(page);
  });
});
