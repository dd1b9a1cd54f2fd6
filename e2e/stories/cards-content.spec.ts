import type { Locator } from "@playwright/test";
import { again, button, decisions, expect, state, test } from "../support/card-gallery/gallery-story.ts";
import { hasNoFlaws, scrollThrough } from "../support/look.ts";

test("S0.17, CARD: names of cards and buttons that people and tests rely on", async ({ page, open }) => {
  await open(["email", "command", "form-one", "confirm", "refused", "link"]);
  const cards: [name: string, group: RegExp, buttons: RegExp[]][] = [
    ["email", /^Approval needed/, [/^Decline$/, /^Approve: send_email$/, /^Edit$/, /^Add a note$/, /^More time$/]],
    ["command", /^Approval needed/, [/^Approve: run_command$/]],
    ["form-one", /is asking$/, [/^Decline$/, /^Dismiss$/, /^Submit/, /^Add a note$/, /^More time$/]],
    ["confirm", /is asking$/, [/^Decline$/, /^Dismiss$/, /^Approve: run_command$/]],
    ["refused", /is asking$/, [/^Decline$/, /^Dismiss$/]],
    ["link", /is asking$/, [/^Decline$/, /^Dismiss$/, /^Approve: open accounts.example$/]],
  ];
  for (const [name, group, buttons] of cards) {
    const card = state(page, name).getByRole("group", { name: group });
    await expect(card).toBeVisible();
    for (const each of buttons) await expect(button(card, each)).toHaveCount(1);
    await expect(button(card, /^(Approve|Submit)/)).toHaveCount(name === "refused" ? 0 : 1);
    await expect(button(card, /^Decline/)).toHaveCount(1);
  }
  // C7: nothing else on the page offers to approve.
  await expect(button(page, /approve/i)).toHaveCount(4);
  await expect(button(state(page, "email"), /^Dismiss/)).toHaveCount(0);
});

const lines: [state: string, line: RegExp][] = [
  ["approved", /^Approved by you · \d\d:\d\d · ran$/],
  ["edited", /^Approved by Ana · \d\d:\d\d · ran · arguments edited$/],
  ["running", /^Approved by you · \d\d:\d\d · running now$/],
  ["failed", /^Approved by you · \d\d:\d\d · ended with an error$/],
  ["declined", /^Declined by you · \d\d:\d\d · not run$/],
  ["unknown", /^Unknown · may have run, check before trying again · \d\d:\d\d$/],
  ["refused-call", /^Refused · approved, then refused · not run · \d\d:\d\d$/],
  ["stopped", /^Cancelled · the answer was stopped · not run · \d\d:\d\d$/],
  ["expired", /^Expired · nobody answered · not run · \d\d:\d\d$/],
  ["never-started", /^Expired · approved, but never started · not run · \d\d:\d\d$/],
  ["submitted", /^Submitted by you · \d\d:\d\d · call finished$/],
  ["confirmed", /^Approved by you · \d\d:\d\d · call finished$/],
  ["dismissed", /^Dismissed by you · \d\d:\d\d · nothing sent · call ended there$/],
  [
    "server-lost",
    /^Cancelled · the connection to the server was lost · nothing sent · call may have run, check before/,
  ],
];

test("CARD: a settled card is one line that says what happened in the world", async ({ page, open }) => {
  await open([...lines.map(([name]) => name), "declined-note"]);
  for (const [name, line] of lines)
    await expect(state(page, name).locator("[data-approval-id] p").first()).toHaveText(line);
  await expect(state(page, "declined-note")).toContainText("Note: Keep it, I still need it.");
  await expect(page.getByRole("group")).toHaveCount(0);
  await expect(button(page, /approve|decline|submit/i)).toHaveCount(0);
});

test("CARD: the details of a settled card show what was proposed and what ran", async ({ page, open }) => {
  await open(["edited"]);
  await button(page, "Details").click();
  await expect(page.getByText("With the edits")).toBeVisible();
  await expect(page.getByText("As proposed")).toBeVisible();
  await expect(page.getByText("ana@example.com")).toBeVisible();
  await expect(page.getByText("bo@example.com").first()).toBeVisible();
  // What nobody changed stands there once.
  await expect(page.getByText("Minutes of Friday")).toHaveCount(1);
});

test("C2, C3: hidden characters and padding are drawn, in keys and in values", async ({ page, open }) => {
  await open(["hidden"]);
  const card = state(page, "hidden");
  for (const text of ["co⟨U+200B⟩mmand", "echo ok⟨U+202E⟩gpj.exe", "hello⟨400 spaces⟩; rm -rf /"])
    await expect(card.getByText(text)).toBeVisible();
  await expect(card.getByText("Contains hidden characters").first()).toBeVisible();
  expect(await card.textContent()).not.toMatch(/[\u200b\u202e]/);
  await button(card, "JSON").click();
  await expect(card.getByText("⟨U+202E⟩")).toBeVisible();
});

test("C2: hidden characters stay marked while the arguments are edited, as fields and as JSON", async ({
  page,
  open,
}) => {
  await open(["hidden", "command"]);
  const hidden = state(page, "hidden");
  await button(hidden, "Edit").click();
  await expect(hidden.getByRole("textbox").first()).toBeVisible();
  await expect(hidden.getByText("⟨U+202E⟩").first()).toBeVisible();

  const command = state(page, "command");
  await button(command, "Edit").click();
  await button(command, "JSON").click();
  await command.getByRole("textbox", { name: "Arguments as JSON" }).fill('{"command":"echo ok\u202Egpj.exe"}');
  await expect(command.getByText("⟨U+202E⟩").first()).toBeVisible();
});

test("C4: letters that only look like others are named", async ({ page, open }) => {
  await open(["hidden", "link-odd"]);
  await expect(state(page, "hidden").getByText("mixes Latin and Cyrillic letters").first()).toBeVisible();
  await expect(state(page, "hidden").getByText('contains Punycode ("xn--")')).toBeVisible();
  await expect(state(page, "link-odd").getByText("xn--ccounts-1fg.example", { exact: true })).toBeVisible();
});

test("C6: a server's words stay words", async ({ page, open }) => {
  await open(["hostile-message", "link-refused"]);
  const card = state(page, "hostile-message");
  await expect(card.getByText("<b>Approved safe</b> [click](https://evil.example)")).toBeVisible();
  await expect(card.locator("b, a, img")).toHaveCount(0);
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(button(state(page, "link-refused"), /^Approve/)).toHaveCount(0);
});

test("C1: 50 KB keep Approve off until they were opened and read to their end", async ({ page, open }) => {
  await open(["huge"]);
  const card = page.getByRole("group", { name: /^Approval needed/ });
  await expect(button(card, /^Open to read: 721 lines, 51 kB/)).toBeVisible();
  await expect(button(card, "Decline")).toBeEnabled();
  await expect(button(card, /^Approve/)).toBeDisabled();
  await expect(card.getByRole("status").filter({ hasText: "Press “Review all" })).toBeVisible();
  await button(card, /^Approve/).click({ force: true });
  await button(card, /^Review all \d\d KB$/).click();
  await expect(card.getByText("; rm -rf /srv/backups")).toBeVisible();
  await card.focus();
  await page.keyboard.press("Control+Enter");
  expect(await decisions(page)).toEqual([]);
  // On a tall screen that is soon done.
  await page.setViewportSize({ width: 1280, height: 3000 });
  await scrollThrough(page.locator("html"));
  await button(card, /^Approve/).click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toHaveLength(1);
});

const readAll = "Scroll through all of the arguments first: not every part was on the screen.";

for (const width of [1280, 390]) {
  test(
    `C1: at ${width} pixels, nothing is approved of which a part was never on the screen`,
    width === 1280 ? {} : again,
    async ({ page, open }) => {
      await page.setViewportSize({ width, height: 720 });
      await open(["long-text"]);
      const card = state(page, "long-text");
      const approve = button(card, /^Approve/);
      await expect(button(card, "Decline")).toBeEnabled();
      await expect(approve).toBeDisabled();
      await expect(card.getByRole("status").filter({ hasText: readAll })).toBeVisible();
      await pressApprove(card);
      await button(card, "Open to read: 60 lines").click();
      // Its beginning and its end, but not what stands between them.
      const box = card.getByRole("group", { name: "Scrolling text: command" });
      // At once: keys glide over everything in between, so that it was on the screen.
      await box.evaluate((text) => text.scrollTo({ top: text.scrollHeight, behavior: "instant" }));
      await expect(card.getByText(/more lines above · this is the end/)).toBeVisible();
      await expect(approve).toBeDisabled();
      await pressApprove(card);
      await card.getByRole("group", { name: /^Approval needed/ }).focus();
      await page.keyboard.press("Control+Enter");
      await expect(card.getByRole("status").filter({ hasText: readAll })).toBeVisible();
      expect(await decisions(page)).toEqual([]);
      await hasNoFlaws(page);
      await scrollThrough(box);
      await approve.scrollIntoViewIfNeeded();
      await expect(approve).toBeEnabled();
      await approve.click();
      await expect(card.getByText("Approved")).toBeVisible();
      expect(await decisions(page)).toHaveLength(1);
    },
  );

  test(
    `C1: at ${width} pixels, more rows than fit are scrolled through, by keyboard too, before they are approved`,
    width === 390 ? {} : again,
    async ({ page, open }) => {
      await page.setViewportSize({ width, height: 500 });
      await open(["many-rows"]);
      const card = state(page, "many-rows");
      const approve = button(card, /^Approve/);
      await expect(button(card, "Decline")).toBeEnabled();
      await pressApprove(card);
      await expect(approve).toBeDisabled();
      await button(card, "Edit").click();
      await card.getByRole("button", { name: "Undo changes" }).scrollIntoViewIfNeeded();
      // A press on a card that has just moved counts for nothing, not even as one to explain.
      await expect(async () => {
        await pressApprove(card);
        await expect(card.getByRole("status").filter({ hasText: "Press “Undo changes”" })).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
      await button(card, "Undo changes").click();
      expect(await decisions(page)).toEqual([]);
      await scrollThrough(page.locator("html"));
      await card.getByRole("group", { name: /^Approval needed/ }).focus();
      await approve.scrollIntoViewIfNeeded();
      await expect(approve).toBeEnabled();
      await page.keyboard.press("Control+Enter");
      await expect(card.getByText("Approved")).toBeVisible();
      expect(await decisions(page)).toHaveLength(1);
    },
  );
}

test("C1: what a server asks is on the screen as a whole before it is answered with yes", async ({ page, open }) => {
  await open(["long-confirm"]);
  const card = state(page, "long-confirm");
  const approve = button(card, /^Approve/);
  await expect(button(card, "Decline")).toBeEnabled();
  await expect(approve).toBeDisabled();
  await pressApprove(card);
  expect(await decisions(page)).toEqual([]);
  await scrollThrough(card.getByRole("group", { name: "Scrolling text: Message" }));
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect.poll(() => decisions(page)).toHaveLength(1);
});

test("C1: what only flashes by was not on the screen, nor was what something lies over", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(["long-text"]);
  const card = state(page, "long-text");
  const approve = button(card, /^Approve/);
  await button(card, "Open to read: 60 lines").click();
  const box = card.getByRole("group", { name: "Scrolling text: command" });
  await expect(button(card, "Decline")).toBeEnabled();
  // Every line is drawn, each for a frame or two.
  await box.evaluate(async (text) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < text.scrollHeight; top += 100) {
      text.scrollTop = top;
      await frame();
      await frame();
    }
  });
  await pressApprove(card);
  await expect(card.getByRole("status").filter({ hasText: readAll })).toBeVisible();
  await expect(approve).toBeDisabled();
  // Above and below its middle, and beside it.
  const cover = async (left: string, width: string) => {
    await box.evaluate(
      (text, [left, width]) => {
        const { left: x, top, width: all } = text.getBoundingClientRect();
        const sheet = Object.assign(document.createElement("div"), { id: "cover" });
        const place = { position: "absolute", left: `${x + window.scrollX + all * Number(left)}px`, zIndex: "9" };
        const size = { top: `${top + window.scrollY}px`, width: `${all * Number(width)}px`, height: "80px" };
        Object.assign(sheet.style, place, size, { background: "gray" });
        document.body.append(sheet);
      },
      [left, width],
    );
    await scrollThrough(box);
    await pressApprove(card);
    await expect(card.getByRole("status").filter({ hasText: readAll })).toBeVisible();
    await page.evaluate(() => document.getElementById("cover")?.remove());
  };
  await box.evaluate((text) => text.scrollTo({ top: 0, behavior: "instant" }));
  await cover("0", "0.3");
  expect(await decisions(page)).toEqual([]);
  await box.evaluate((text) => text.scrollTo({ top: 0, behavior: "instant" }));
  await scrollThrough(box);
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect.poll(() => decisions(page)).toHaveLength(1);
});

test("C1, row 25: what changed since a card opened is on the screen before a yes to it counts", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await open(["many-rows"]);
  const card = state(page, "many-rows");
  const approve = button(card, /^Approve/);
  await scrollThrough(page.locator("html"));
  await expect(approve).toBeEnabled();
  const change = (changes: string[]) =>
    page.evaluate(
      (told) => (window as unknown as { change: (more: object) => void }).change({ changes: told }),
      changes,
    );
  for (const changes of [["Its risk was raised."], ["Its risk was raised.", "Somebody else has to sign."]]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await change(changes);
    const hint = card.getByRole("status").filter({ hasText: "Look at what changed since this card opened first" });
    await expect(hint).toBeVisible();
    await expect(approve).toBeDisabled();
    await pressApprove(card);
    await card
      .getByRole("group", { name: /^Approval needed/ })
      .evaluate((group) => group.focus({ preventScroll: true }));
    await page.keyboard.press("Control+Enter");
    await expect(hint).toBeVisible();
    expect(await decisions(page)).toEqual([]);
    await card.getByRole("list", { name: "Changed since this card opened" }).scrollIntoViewIfNeeded();
    // Until then nothing says that it can be pressed.
    await expect(approve).toBeEnabled();
    await approve.scrollIntoViewIfNeeded();
    await expect(approve).toBeEnabled();
  }
  await approve.click();
  await expect.poll(() => decisions(page)).toHaveLength(1);
});

test("C1: what a server filled in is on the screen as a whole before it is sent", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(["form-with-defaults"]);
  const card = state(page, "form-with-defaults");
  const submit = button(card, /^Submit/);
  const hint = card.getByRole("status").filter({ hasText: "not every part was on the screen" });
  await submit.scrollIntoViewIfNeeded();
  await expect(button(card, "Decline")).toBeEnabled();
  await expect(hint).toBeVisible();
  await submit.click({ force: true });
  await page.keyboard.press("Control+Enter");
  await scrollThrough(page.locator("html"));
  // A text that is longer than its field scrolls in it.
  await expect(submit).toBeDisabled();
  await card.getByLabel("Wish 10").scrollIntoViewIfNeeded();
  await scrollThrough(card.getByLabel("Wish 10"));
  await submit.scrollIntoViewIfNeeded();
  await expect(submit).toBeEnabled();
  expect(await decisions(page)).toEqual([]);
  await submit.click();
  await expect.poll(() => decisions(page)).toHaveLength(1);
});

/** Presses Approve whatever it says of itself, once the card takes presses at all. */
async function pressApprove(card: Locator): Promise<void> {
  await button(card, /^Approve/).scrollIntoViewIfNeeded();
  await expect(button(card, "Decline")).toBeEnabled();
  await button(card, /^Approve/).click({ force: true });
}

test("C1: the end of a long text can be reached inside the card, by mouse and by keyboard", async ({ page, open }) => {
  await open(["huge", "long-text"]);
  for (const name of ["huge", "long-text"]) await button(state(page, name), /^Open to read/).click();
  const box = state(page, "long-text").getByRole("group", { name: "Scrolling text: command" });
  await box.focus();
  await page.keyboard.press("End");
  await expect(state(page, "long-text").getByText(/more lines above · this is the end/)).toBeVisible();
  const last = state(page, "huge").getByText("; rm -rf /srv/backups");
  await button(state(page, "huge"), "Show in full").click();
  await expect(last).toBeVisible();
  expect(await last.textContent()).toContain('echo "step 1:');
});

test("WCAG 2.2.1: more time moves the end of the question", async ({ page, open }) => {
  await open(["command", "last-minute"]);
  const card = state(page, "command");
  const before = await card.locator("time").first().getAttribute("datetime");
  await button(card, "More time").click();
  await expect(card.getByText("More time was added.")).toBeVisible();
  expect(await card.locator("time").first().getAttribute("datetime")).not.toBe(before);
  await expect(state(page, "last-minute").getByRole("timer")).toHaveText(/^\d\d s$/);
  await expect(button(state(page, "last-minute"), "More time")).toHaveCount(0);
});
