import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import type { App } from "#e2e/support/app.ts";
import { hasNoFlaws } from "#e2e/support/look.ts";
import { again, composer, expect, openChat, test } from "#e2e/support/story.ts";

const password = "correct horse battery";

function printedLink(app: App): string {
  return /Countersign is ready: (\S+)/.exec(app.output())?.[1] ?? "";
}

function freshLink(app: App): string {
  const env = { ...process.env, ...app.variables };
  return execFileSync(process.execPath, ["bin/link.ts"], { env, encoding: "utf8" }).trim();
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await fill(page, { "Your name": "Olga", "E-mail address": "olga@example.com", Password: password });
  await page.getByRole("button", { name: "Create the owner’s account" }).click();
  await expect(composer(page)).toBeVisible();
}

test("a team: the set-up link makes the owner, who invites a reviewer, who joins, goes out and comes in again", async ({
  browser,
  launch,
}) => {
  const app = await launch({ env: { AUTH: "team" } });
  const [ownerContext, reviewerContext] = [await browser.newContext(), await browser.newContext()];
  const [owner, reviewer] = [await ownerContext.newPage(), await reviewerContext.newPage()];

  // Nobody gets in by being first.
  await reviewer.goto(app.url);
  await expect(reviewer.getByText("Set up Countersign")).toBeVisible();
  await expect(composer(reviewer)).toHaveCount(0);
  await hasNoFlaws(reviewer);

  await setUp(owner, printedLink(app));
  await expect(owner).not.toHaveURL(/key=/);

  await owner.goto(`${app.url}/settings/people`);
  await owner.getByRole("button", { name: "Invite somebody" }).click();
  await owner.getByLabel("E-mail address").fill("rae@example.com");
  await owner.getByLabel("Role", { exact: true }).selectOption("reviewer");
  await owner.getByRole("button", { name: "Make a link" }).click();
  const link = await owner.getByLabel("Invitation link").innerText();
  await owner.getByRole("button", { name: "I have it" }).click();
  await expect(owner.getByText("Invited as a reviewer")).toBeVisible();

  await reviewer.goto(link);
  await expect(reviewer.getByText("You are invited as a reviewer")).toBeVisible();
  await expect(reviewer).not.toHaveURL(/invitation=/);
  await hasNoFlaws(reviewer);
  await fill(reviewer, { "Your name": "Rae", Password: password });
  await reviewer.getByRole("button", { name: "Join" }).click();
  await expect(composer(reviewer)).toBeVisible();

  await reviewer.goto(`${app.url}/settings/people`);
  await expect(reviewer.getByText("You are Rae, a reviewer")).toBeVisible();
  await expect(reviewer.getByText("olga@example.com")).toHaveCount(0);
  await hasNoFlaws(reviewer);
  await reviewer.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(reviewer.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await hasNoFlaws(reviewer);

  await fill(reviewer, { "E-mail address": "rae@example.com", Password: "not the password" });
  await reviewer.getByRole("button", { name: "Sign in" }).click();
  await expect(reviewer.getByText("The e-mail address or the password is not right.")).toBeVisible();
  await fill(reviewer, { Password: password });
  await reviewer.getByRole("button", { name: "Sign in" }).click();
  await expect(composer(reviewer)).toBeVisible();

  // Out at once, without a click on the other side.
  await owner.reload();
  await hasNoFlaws(owner);
  await owner.getByRole("button", { name: "Disable Rae" }).click();
  await expect(owner.getByRole("button", { name: "Enable Rae" })).toBeVisible();
  await reviewer.reload();
  await expect(reviewer.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await fill(reviewer, { "E-mail address": "rae@example.com", Password: password });
  await reviewer.getByRole("button", { name: "Sign in" }).click();
  await expect(reviewer.getByText("The e-mail address or the password is not right.")).toBeVisible();
  await Promise.all([ownerContext.close(), reviewerContext.close()]);
});

test(
  "one person's app becomes a team's: the chats stay with the person, who becomes the owner",
  again,
  async ({ page, launch }) => {
    const app = await launch();
    await openChat(page, app);
    await page.goto(`${app.url}/settings/people`);
    await expect(page.getByText("This app is yours alone.")).toBeVisible();
    await openChat(page, app);
    await composer(page).fill("hello");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("navigation", { name: "Chats" }).getByText("hello")).toBeVisible();
    await app.kill();
    await app.start({ AUTH: "team" });

    // The session of before was nobody's sign-in.
    await setUp(page, freshLink(app));
    await expect(page.getByRole("navigation", { name: "Chats" }).getByText("hello")).toBeVisible();
    await page.goto(`${app.url}/settings/people`);
    await expect(page.getByText("You are Olga, the owner")).toBeVisible();
  },
);

test("H9: what needs a fresh sign-in asks for the password, and goes on", async ({ page, launch }) => {
  const app = await launch({ env: { AUTH: "team" } });
  await setUp(page, printedLink(app));
  await page.goto(`${app.url}/settings/people`);
  // As if the sign-in were old: the server is asked once more after the dialog, and then lets it through.
  let refusals = 0;
  await page.route("**/api/people/invitations", async (route) => {
    if (refusals++ > 0) return route.continue();
    const body = JSON.stringify({ code: "sign-in-again", detail: "Sign in again." });
    return route.fulfill({ status: 403, contentType: "application/problem+json", body });
  });
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail address").fill("rae@example.com");
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByLabel("Your password").fill("a guess at it");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByLabel("Invitation link")).toContainText("#invitation=");
});
