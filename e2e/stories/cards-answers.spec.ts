import { button, decisions, expect, test } from "../support/card-gallery/gallery-story.ts";
import { editArguments, press, scrollThrough } from "../support/look.ts";

test("S2.9: a note goes with either answer, together with the digest of what was shown", async ({ page, open }) => {
  for (const [name, action] of [
    ["Decline", "decline"],
    [/^Approve/, "accept"],
  ] as const) {
    await open(["command"]);
    await button(page, "Add a note").click();
    await page.getByLabel("Note").fill("  Keep it.  ");
    await button(page, name).click();
    await expect(page.getByText("Note: Keep it.")).toBeVisible();
    expect(await decisions(page)).toEqual([
      { action, note: "Keep it.", digest: expect.stringMatching(/^v1:/), changesSeen: 0 },
    ]);
  }
});

test("S2.6: a long text that was proposed takes one line below its field, and unfolds", async ({ page, open }) => {
  await open(["email"]);
  await editArguments(page);
  await page.getByLabel("Text", { exact: true }).fill("Dear Ana");
  const proposed = page.getByText("Proposed: Dear Ana,");
  await expect(proposed).toBeVisible();
  expect((await proposed.boundingBox())?.height).toBeLessThan(30);
  await expect(page.getByText("whether something is missing")).toBeHidden();
  await proposed.click();
  await expect(page.getByText("whether something is missing")).toBeVisible();
  // It stays open where it was opened.
  await page.getByLabel("To", { exact: true }).focus();
  await expect(page.getByText("whether something is missing")).toBeVisible();
});

test("S2.6: an edited call sends the edited arguments, and only then", async ({ page, open }) => {
  await open(["email"]);
  await editArguments(page);
  await expect(button(page, /^Approve/)).toHaveText("Approve: send_email");
  await page.getByLabel("To", { exact: true }).fill("bo@example.com");
  await expect(page.getByText("changed")).toHaveCount(1);
  await expect(page.getByText("Proposed: ana@example.com")).toBeVisible();
  await button(page, "New item of Copies to").click();
  // Nothing shows the old value once the field is left.
  await expect(page.getByText("Proposed: ana@example.com")).toBeHidden();
  await page.getByLabel("Copies to 3").fill("dora@example.com");
  await button(page, "Remove item 1 of Copies to").click();
  await page.getByLabel("Priority").selectOption("high");
  await button(page, "Set a value for Track opening").click();
  await page.getByLabel(/^true|^false/).check();
  await button(page, "Set a value for Retries").click();
  await page.getByLabel("Retries").fill("3");
  await button(page, "Set a value for Extra headers").click();
  await page.getByLabel("Extra headers").fill('{"X-A": [1]}');
  await press(button(page, "Approve with your changes"));
  await expect(page.getByText("arguments edited")).toBeVisible();
  const [sent] = await decisions(page);
  expect(sent?.arguments).toEqual({
    to: "bo@example.com",
    cc: ["chris@example.com", "dora@example.com"],
    subject: "Minutes of Friday",
    body: expect.stringContaining("Dear Ana"),
    priority: "high",
    track: true,
    retries: 3,
    headers: { "X-A": [1] },
  });
});

test("S2.6: an edit that changes nothing, or is undone, sends no arguments", async ({ page, open }) => {
  await open(["email"]);
  await editArguments(page);
  await page.getByLabel("Subject").fill("Other");
  await button(page, "Undo changes").click();
  await expect(page.getByText("Minutes of Friday")).toBeVisible();
  await editArguments(page);
  await button(page, /^Approve: send_email$/).click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect((await decisions(page))[0]).not.toHaveProperty("arguments");
});

test("C11: what cannot be read exactly is not sent; the field says so", async ({ page, open }) => {
  await open(["email"]);
  await editArguments(page);
  await button(page, "Set a value for Retries").click();
  await page.getByLabel("Retries").fill("1e999");
  await button(page, /^Approve/).click();
  await expect(page.getByLabel("Retries")).toBeFocused();
  await expect(page.getByLabel("Retries")).toHaveAccessibleDescription(/Enter a number/);
  await button(page, "Leave out for Retries").click();
  await button(page, "JSON").click();
  await page.getByLabel("Arguments as JSON").fill('{"to": "a", "to": "b"}');
  await button(page, /^Approve/).click();
  await expect(page.getByLabel("Arguments as JSON")).toHaveAccessibleDescription(/.+/);
  expect(await decisions(page)).toEqual([]);
  await page.getByLabel("Arguments as JSON").fill('{"to": "zoe@example.com"}');
  await button(page, "Approve with your changes").click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect((await decisions(page))[0]?.arguments).toEqual({ to: "zoe@example.com" });
});

test("S1.19: what the server finds wrong stands at its field", async ({ page, open }) => {
  await open(["email"], { reply: "fields" });
  await editArguments(page);
  await page.getByLabel("To", { exact: true }).fill("nobody");
  await button(page, /^Approve/).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription(/Must be an e-mail address/);
  await expect(page.getByText("nowhere: Is not an argument of this tool.")).toBeVisible();
  await expect(page.getByText("Correct the marked fields.")).toBeVisible();
});

test("S4.2: every kind of field is answered, checked and sent", async ({ page, open }) => {
  await open(["form"]);
  await expect(page.getByLabel("Guests")).toHaveValue("4");
  await expect(page.getByLabel("Menu page")).toHaveValue("https://menu.example/today");
  await expect(page.getByLabel("Window")).toBeChecked();
  await expect(page.getByLabel("Remind me")).toBeChecked();
  await page.getByLabel("Guests").fill("1e999");
  await page.getByLabel("E-mail").fill("ana");
  await page.getByLabel("Vegan").check();
  await page.getByLabel("Halal").check();
  await page.getByLabel("No nuts").check();
  await scrollThrough(page.locator("html"));
  await button(page, /^Submit/).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/This is required/);
  await expect(page.getByLabel("Guests")).toHaveAccessibleDescription(/Enter a whole number/);
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/e-mail address/);
  await expect(page.getByText("Choose at most 2 options.")).toBeVisible();
  expect(await decisions(page)).toEqual([]);

  await page.getByLabel("Name").fill("Ana");
  await page.getByLabel("Guests").fill("6");
  await page.getByLabel("E-mail").fill("ana@example.com");
  await page.getByLabel("No nuts").uncheck();
  await page.getByLabel("Birthday").fill("1990-02-28");
  await page.getByLabel("When").fill("2027-03-01T20:15");
  await page.getByLabel("Tip").fill("7.5");
  await page.getByLabel("Garden").check();
  await page.getByLabel("Cuisine").selectOption("Thai");
  await page.getByText("What will be sent").click();
  await expect(page.getByText('"tip": 7.5')).toBeVisible();
  await press(button(page, /^Submit/));
  await expect(page.getByText("Submitted")).toBeVisible();
  const [sent] = await decisions(page);
  expect(sent).toMatchObject({ action: "accept" });
  expect(sent?.content).toEqual({
    name: "Ana",
    email: "ana@example.com",
    menu: "https://menu.example/today",
    birthday: "1990-02-28",
    when: expect.stringMatching(/^2027-03-01T20:15:00[+-]\d\d:\d\d$/),
    guests: 6,
    tip: 7.5,
    reminder: true,
    seating: "garden",
    cuisine: "thai",
    diets: ["vegan", "halal"],
  });
});

test("E19: limits that are excluded are said and checked, and numbers are chosen and sent as numbers", async ({
  page,
  open,
}) => {
  await open(["form-by-libraries"]);
  await expect(page.getByText("more than 0, less than 10, a multiple of 0.5")).toBeVisible();
  const rate = page.getByLabel("Rate");
  await rate.fill("10");
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("radio", { name: "3" }).check();
  await button(page, /^Submit/).click();
  await expect(rate).toHaveAccessibleDescription(/Must be less than 10/);
  await rate.fill("2.5");
  await button(page, /^Submit/).click();
  await expect(page.getByText("Submitted")).toBeVisible();
  expect((await decisions(page))[0]?.content).toEqual({ rate: 2.5, level: 3, terms: true });
});

test("M2: an untouched optional box is not sent, a touched one is, and can be taken back", async ({ page, open }) => {
  await open(["form"]);
  await page.getByLabel("Name").fill("Ana");
  await page.getByText("What will be sent").click();
  await expect(page.getByText('"guests": 4')).toBeVisible();
  await expect(page.getByText('"outside"')).toHaveCount(0);
  await page.getByLabel("Table outside").check();
  await expect(page.getByText('"outside": true')).toBeVisible();
  await page.getByLabel("Table outside").uncheck();
  await expect(page.getByText('"outside": false')).toBeVisible();
  await button(page, "Leave unanswered").first().click();
  await scrollThrough(page.locator("html"));
  await button(page, /^Submit/).click();
  await expect(page.getByText("Submitted")).toBeVisible();
  expect((await decisions(page))[0]?.content).not.toHaveProperty("outside");
});

test("S4.12: a confirm is a plain yes that sends its content", async ({ page, open }) => {
  await open(["confirm"]);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await button(page, /^Approve/).click();
  await expect(page.getByText("Approved")).toBeVisible();
  expect(await decisions(page)).toMatchObject([{ action: "accept", content: { confirm: true } }]);
});

test("S4.3: decline and dismiss are two answers, and neither sends content", async ({ page, open }) => {
  for (const [name, action, words] of [
    ["Decline", "decline", "Declined"],
    ["Dismiss", "cancel", "Dismissed"],
  ] as const) {
    await open(["form-one"]);
    await page.getByLabel("Reason").fill("half an answer");
    await button(page, name).click();
    await expect(page.getByText(words)).toBeVisible();
    expect(await decisions(page)).toEqual([{ action, digest: expect.any(String), changesSeen: 0 }]);
  }
});

test("M3: a form that asks for a secret cannot be answered, only declined or dismissed", async ({ page, open }) => {
  await open(["refused"]);
  await expect(page.getByRole("alert")).toContainText("Servers must not ask for a password here");
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("group").focus();
  await expect(button(page, "Dismiss")).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  expect(await decisions(page)).toEqual([]);
  await button(page, "Dismiss").click();
  await expect(page.getByText("Dismissed")).toBeVisible();
});
