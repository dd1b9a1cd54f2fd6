import type { Page } from "@playwright/test";
import {
  button,
  decisions,
  expect,
  expectNoPress,
  pressAt,
  state,
  test,
} from "../support/card-gallery/gallery-story.ts";
import { scrollThrough } from "../support/look.ts";

/** A page whose clock stands still, on which the cards appear when the story says so. */
async function appear(page: Page, cards: number): Promise<void> {
  await page.evaluate(() => (window as unknown as { showCards: () => void }).showCards());
  await expect(page.getByRole("group")).toHaveCount(cards);
}

const stopClock = async (page: Page) => {
  await page.clock.install();
};

test("B14: a press right after the card appeared and 300 ms later is no decision", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  for (const name of [/^Approve/, /^Decline/]) await pressAt(page, button(page, name));
  await expect(page.getByText("that press did not count")).toBeVisible();
  await expect(button(page, /^Approve/)).toBeDisabled();
  await page.clock.runFor(300);
  for (const name of [/^Approve/, /^Decline/]) await pressAt(page, button(page, name));
  expect(await decisions(page)).toEqual([]);
  await page.clock.runFor(600);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await pressAt(page, button(page, /^Approve/));
  expect(await decisions(page)).toHaveLength(1);
});

test("B14: “I am signed in: go on” is pressed no sooner than Approve", async ({ page, open }) => {
  await stopClock(page);
  await open(["sign-in"], { late: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  const goOn = button(page, "I am signed in: go on");
  await pressAt(page, goOn);
  await expectNoPress(page);
  await page.clock.runFor(900);
  await expect(goOn).toBeEnabled();
  await pressAt(page, goOn);
  expect(await decisions(page)).toMatchObject([{ action: "accept" }]);
});

test("I32: presses one after the other count for nothing, however many there are", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  for (let at = 0; at < 6; at += 1) {
    await pressAt(page, button(page, /^Approve/));
    await page.clock.runFor(250);
  }
  expect(await decisions(page)).toEqual([]);
  await page.clock.runFor(500);
  await pressAt(page, button(page, /^Approve/));
  expect(await decisions(page)).toHaveLength(1);
});

test("B14: a press that began too soon does not count when it ends late", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  await button(page, /^Approve/).hover({ force: true });
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.up();
  expect(await decisions(page)).toEqual([]);
});

test.use({ viewport: { width: 1280, height: 1100 } });

test("B14: a layout shift makes the buttons inert again", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  await page.clock.runFor(1000);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await page.evaluate(() => (window as unknown as { pushCards: () => void }).pushCards());
  await expect(page.getByText("Something else came in between.")).toBeVisible();
  await pressAt(page, button(page, /^Approve/));
  expect(await decisions(page)).toEqual([]);
  // Seen without a press too: the page itself notices that the card moved.
  await expect(button(page, /^Decline/)).toBeDisabled();
  await page.clock.runFor(1000);
  await pressAt(page, button(page, /^Approve/));
  expect(await decisions(page)).toHaveLength(1);
});

test("B14: scrolling that brings Approve under a resting pointer does not make it count", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.evaluate(() => (document.body.style.paddingBottom = "2000px"));
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  await page.clock.runFor(1000);
  const approve = button(page, /^Approve/);
  await expect(approve).toBeEnabled();
  const box = await approve.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, 110);
  await page.clock.runFor(1000);
  await page.evaluate((by) => scrollBy(0, by), (box?.y ?? 0) - 100);
  await expect.poll(async () => Math.round((await approve.boundingBox())?.y ?? 0)).toBe(100);
  await page.mouse.down();
  await page.mouse.up();
  await expectNoPress(page);
  // The same press by a pointer that moved there is meant.
  await page.mouse.move((box?.x ?? 0) + 22, 111);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: what scrolls by itself brings no card under a hand that is on its way", async ({ page, open }) => {
  await stopClock(page);
  await open(["command"], { late: true });
  await page.evaluate(() => (document.body.style.paddingBottom = "2000px"));
  await page.clock.pauseAt(Date.now() + 60_000);
  await appear(page, 1);
  await page.clock.runFor(1000);
  const approve = button(page, /^Approve/);
  await expect(approve).toBeEnabled();
  const { x = 0, y = 0 } = (await approve.boundingBox()) ?? {};
  await page.mouse.move(x + 20, 90);
  await page.evaluate((by) => scrollBy(0, by), y - 100);
  await expect.poll(async () => Math.round((await approve.boundingBox())?.y ?? 0)).toBe(100);
  await page.mouse.move(x + 20, 110);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByText("that press did not count")).toBeVisible();
  // After the wheel of its person it goes on at once.
  await page.clock.runFor(1000);
  await page.mouse.wheel(0, -50);
  await expect.poll(async () => Math.round((await approve.boundingBox())?.y ?? 0)).toBe(150);
  expect(await decisions(page)).toEqual([]);
  await page.mouse.move(x + 22, 160);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: Enter and Space held while the card appears do nothing, wherever the focus goes", async ({ page, open }) => {
  await open(["command"], { late: true });
  for (const key of ["Enter", "Space"]) {
    await page.getByLabel("Message").focus();
    await page.keyboard.down(key);
    await appear(page, 1);
    await expect(button(page, /^Approve/)).toBeEnabled();
    await page.keyboard.down(key);
    for (const name of [/^Approve/, /^Decline/]) {
      await button(page, name).focus();
      await page.keyboard.down(key);
    }
    await page.keyboard.up(key);
  }
  expect(await decisions(page)).toEqual([]);
});

test("B14: Space that went down too soon does not count when it comes up late", async ({ page, open }) => {
  await open(["command"], { late: true });
  await appear(page, 1);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await button(page, /^Approve/).focus();
  // It does not stand still before the key is down.
  const moving = await page.evaluateHandle(() => {
    const heading = document.querySelector("h1");
    return setInterval(() => heading?.classList.toggle("py-6"), 50);
  });
  await expect(button(page, /^Approve/)).toBeDisabled();
  await page.keyboard.down("Space");
  await moving.evaluate((timer) => clearInterval(timer));
  await expect(button(page, /^Approve/)).toBeEnabled();
  await page.keyboard.up("Space");
  await expectNoPress(page);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await decisions(page)).length).toBe(1);
});

test("B14: bare Enter never approves, not even on Approve; Space does", async ({ page, open }) => {
  await open(["command"]);
  await expect(button(page, /^Approve/)).toBeEnabled();
  await button(page, /^Approve/).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter alone never signs")).toBeVisible();
  await state(page, "command").getByRole("group").focus();
  await page.keyboard.press("Enter");
  expect(await decisions(page)).toEqual([]);
  await button(page, /^Approve/).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toHaveLength(1);
});

test("B14: Enter in a field of a form sends nothing", async ({ page, open }) => {
  await open(["form-one"]);
  await page.getByLabel("Reason").fill("broken");
  await expect(button(page, /^Submit/)).toBeEnabled();
  await page.keyboard.press("Enter");
  expect(await decisions(page)).toEqual([]);
});

test("B14: Decline comes before Approve in tab order", async ({ page, open }) => {
  await open(["command"]);
  await button(page, "Decline").focus();
  await page.keyboard.press("Tab");
  await expect(button(page, /^Approve/)).toBeFocused();
});

test("CARD: shortcuts answer the focused card and no other", async ({ page, open }) => {
  await open(["email", "command"]);
  await scrollThrough(page.locator("html"));
  await expect(button(state(page, "command"), /^Approve/)).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  expect(await decisions(page)).toEqual([]);
  await state(page, "command").getByRole("group").focus();
  await page.keyboard.press("Control+Enter");
  await expect(state(page, "command").getByText("Approved")).toBeVisible();
  await expect(state(page, "email").getByRole("group")).toBeVisible();
  await state(page, "email").getByRole("group").focus();
  await expect(button(state(page, "email"), /^Approve/)).toBeEnabled();
  await page.keyboard.press("Control+Backspace");
  await expect(state(page, "email").getByText("Declined")).toBeVisible();
  expect((await decisions(page)).map(({ action }) => action)).toEqual(["accept", "decline"]);
});

test("CARD: Esc leaves the card unanswered, and Ctrl+Backspace in a note deletes a word", async ({ page, open }) => {
  await open(["command"]);
  await button(page, "Add a note").click();
  await page.getByLabel("Note").fill("two words");
  await page.keyboard.press("Control+Backspace");
  await expect(page.getByLabel("Note")).toHaveValue(/^two ?$/);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Note")).not.toBeFocused();
  await page.keyboard.press("Control+Enter");
  expect(await decisions(page)).toEqual([]);
  await expect(page.getByRole("group")).toBeVisible();
});

test("A2: a double click is one decision, and the card says that it is sending", async ({ page, open }) => {
  await open(["command"], { reply: "slow" });
  await expect(button(page, /^Approve/)).toBeEnabled();
  await button(page, /^Approve/).dblclick();
  await expect(page.getByRole("status").filter({ hasText: "Submitting…" })).toBeAttached();
  for (const name of [/^Approve/, "Decline"]) await expect(button(page, name)).toBeDisabled();
  await pressAt(page, button(page, "Decline"));
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toHaveLength(1);
});

test("A2: two clicks in the same instant are one decision", async ({ page, open }) => {
  await open(["command"], { reply: "slow" });
  await expect(button(page, /^Approve/)).toBeEnabled();
  await button(page, /^Approve/).evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toHaveLength(1);
});

test("S4.5: an answer that did not arrive says what to do, and can be sent again", async ({ page, open }) => {
  for (const [reply, words] of [
    ["lost", "We couldn’t confirm your answer"],
    ["failed", "Nothing has run"],
  ] as const) {
    await open(["command"], { reply });
    await button(page, "Decline").click();
    await expect(page.getByRole("alert")).toContainText(words);
    await button(page, "Decline").click();
    await expect.poll(async () => (await decisions(page)).length).toBe(2);
  }
});

test("A1: an approval that somebody else has answered cannot be answered again here", async ({ page, open }) => {
  await open(["command"], { reply: "overtaken" });
  await button(page, /^Approve/).click();
  await expect(page.getByText("Ana has already answered this.")).toBeVisible();
  await pressAt(page, button(page, "Decline"));
  expect(await decisions(page)).toHaveLength(1);
});

test("CARD: the settled line takes over the focus of the card that it replaces", async ({ page, open }) => {
  await open(["command"]);
  await expect(button(page, "Decline")).toBeEnabled();
  await button(page, "Decline").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("[data-approval-id]")).toBeFocused();
  await expect(page.locator("[data-approval-id]")).toContainText(/Declined by you · \d\d:\d\d · not run/);
});
