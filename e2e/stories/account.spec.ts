import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import type { App } from "../support/app.ts";
import { hasNoFlaws } from "../support/look.ts";
import { realProvider } from "../support/real-provider.ts";
import { composer, expect, test } from "../support/story.ts";
import { teamOf } from "../support/team-story.ts";

const another = "another horse battery";

async function signIn(page: Page, app: App, email: string, password: string): Promise<void> {
  await page.goto(app.url);
  await fillIn(page, email, password);
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("H5, I30: a forgotten password: an admin's link, the console's link, signing out a browser that is elsewhere, and two people in one browser", async ({
  browser,
  launch,
}) => {
  // Many pages, in three browsers.
  test.slow();
  const app = await launch({ env: { AUTH: "team" } });
  const { owner, pages } = await teamOf(app, browser, [{ name: "Rae", role: "reviewer" }]);
  const rae = pages[0]!;
  await rae.goto(app.url);
  await expect(composer(rae)).toBeVisible();

  await owner.goto(`${app.url}/settings/people`);
  await hasNoFlaws(owner);
  await owner.getByRole("button", { name: "Reset password of Rae" }).click();
  const link = await owner.getByLabel("Reset link").innerText();
  expect(link).toContain(`${app.url}/#reset=`);
  await hasNoFlaws(owner);
  await owner.getByRole("button", { name: "I have it" }).click();

  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await expect(fresh.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  expect(fresh.url()).not.toContain("reset=");
  await expect(fresh.getByLabel("E-mail address")).toHaveValue("rae@example.com");
  await hasNoFlaws(fresh);
  await fresh.getByLabel("New password").fill(another);
  await fresh.getByRole("button", { name: "Set the password" }).click();
  await expect(composer(fresh)).toBeVisible();

  // The browser of before is out; it comes in again by the new password, and is one of two.
  await signIn(rae, app, "rae@example.com", another);
  await expect(composer(rae)).toBeVisible();
  await rae.goto(`${app.url}/settings/people`);
  const browsers = rae.getByRole("region", { name: "Where you are signed in" });
  await expect(browsers.getByRole("listitem")).toHaveCount(2);
  await expect(browsers.getByText("(this one)")).toHaveCount(1);
  await hasNoFlaws(rae);
  await rae.setViewportSize({ width: 390, height: 800 });
  await rae.emulateMedia({ colorScheme: "dark" });
  await hasNoFlaws(rae);
  await browsers.getByRole("button", { name: /^Sign out of/ }).click();
  await expect(browsers.getByRole("listitem")).toHaveCount(1);
  await fresh.reload();
  await expect(fresh.getByRole("heading", { name: "Sign in" })).toBeVisible();

  // Nobody manages the owner; the console does.
  const env = { ...process.env, ...app.variables };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["bin/link.ts", ...args], { env, encoding: "utf8" }).trim();
  await fresh.goto(run("--reset", "olga@example.com"));
  await expect(fresh.getByText("For Olga.")).toBeVisible();
  await fresh.getByLabel("New password").fill(another);
  await fresh.getByRole("button", { name: "Set the password" }).click();
  await expect(composer(fresh)).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole("heading", { name: "Sign in" })).toBeVisible();
  // Two tabs that ask who is there, for two people: what the first shows is not the second's.
  const beside = await owner.context().newPage();
  await beside.goto(app.url);
  await expect(beside.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signIn(owner, app, "rae@example.com", another);
  await expect(composer(owner)).toBeVisible();
  await fillIn(beside, "olga@example.com", another);
  await expect(composer(beside)).toBeVisible();
  await expect(owner.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
  await expect(beside.getByText("Olga")).toBeVisible();
  expect(() => run("--reset", "eve@example.com")).toThrow("Nobody here has the e-mail address eve@example.com.");
  for (const page of [owner, rae, fresh]) await page.context().close();
});

const mcpAnswers = "application/json, text/event-stream";
const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "desk", version: "1" } };

test("S0.66, S0.67: the organisation's sign-in: connected with an account that is here, then in by it; others only by an invitation", async ({
  browser,
  launch,
}) => {
  // Many pages, and an app that starts twice.
  test.slow();
  const app = await launch({ env: { AUTH: "team" } });
  const { owner } = await teamOf(app, browser, []);
  const provider = await realProvider(`${app.url}/api/session/callback/oidc`);
  const { issuer, clientId, clientSecret } = provider.settings;
  await app.kill();
  await app.start({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: "Example",
    CLIENT_ISSUER: issuer,
  });
  const olga = { sub: "olga-1", email: "olga@example.com", email_verified: true, name: "Olga of Example" };

  // The same address alone opens nothing.
  provider.signInAs(olga);
  const stranger = await (await browser.newContext()).newPage();
  const asking = `${app.url}/connect?client_id=nobody&state=a%20b`;
  await stranger.goto(asking);
  await stranger.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(stranger.getByText("Your e-mail address has a password here.")).toBeVisible();
  // Whoever comes back is on the page that they left, with all that it asks for.
  const asked = (page: Page) => {
    const { pathname, searchParams } = new URL(page.url());
    return { pathname, ...Object.fromEntries(searchParams) };
  };
  const wanted = { pathname: "/connect", client_id: "nobody", state: "a b" };
  expect(asked(stranger)).toEqual(wanted);
  await hasNoFlaws(stranger);

  await owner.goto(`${app.url}/settings/people`);
  await owner.getByRole("button", { name: "Connect Example" }).click();
  await expect(owner.getByText("You can sign in through Example.")).toBeVisible();
  expect(new URL(owner.url()).pathname).toBe("/settings/people");
  await hasNoFlaws(owner);

  // A client of the same issuer comes in as hers, is revoked, and is let in again.
  const token = await provider.tokenFor(`${app.url}/api/mcp`, olga.sub);
  const ping = async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", accept: mcpAnswers };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize });
    return (await fetch(`${app.url}/api/mcp`, { method: "POST", headers, body })).status;
  };
  expect(await ping()).toBe(200);
  await owner.goto(`${app.url}/settings/clients`);
  const signedIn = owner.getByRole("region", { name: "Signed in" });
  await signedIn.getByRole("button", { name: /^Revoke countersign at / }).click();
  await signedIn.getByRole("button", { name: "Revoke for good" }).click();
  await signedIn.getByText("Revoked: 1").click();
  expect(await ping()).toBe(401);
  await hasNoFlaws(owner);
  await signedIn.getByRole("button", { name: /^Let in again: countersign at / }).click();
  await signedIn.getByRole("button", { name: "Let it in" }).click();
  await expect(signedIn.getByText("Revoked: 1")).toHaveCount(0);
  expect(await ping()).toBe(200);

  await owner.goto(`${app.url}/settings/people`);
  await owner.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(owner.getByRole("button", { name: "Sign in with Example" })).toBeVisible();
  await owner.goto(asking);
  await owner.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(owner.getByRole("heading", { name: "This request cannot be answered" })).toBeVisible();
  expect(asked(owner)).toEqual(wanted);
  await owner.goto(`${app.url}/settings/people`);
  await expect(owner.getByText("You are Olga, the owner")).toBeVisible();

  provider.signInAs({ sub: "rae-7", email: "rae@example.com", email_verified: true, name: "Rae Ray" });
  const rae = await (await browser.newContext()).newPage();
  await rae.goto(app.url);
  await rae.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(rae.getByText("Nobody has invited your e-mail address yet.")).toBeVisible();
  await owner.getByRole("button", { name: "Invite somebody" }).click();
  await owner.getByLabel("E-mail address").fill("rae@example.com");
  await owner.getByRole("button", { name: "Make a link" }).click();
  await rae.goto(await owner.getByLabel("Invitation link").innerText());
  await rae.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(composer(rae)).toBeVisible();
  await rae.goto(`${app.url}/settings/people`);
  await expect(rae.getByText("You are Rae Ray, a member")).toBeVisible();

  await owner.getByRole("button", { name: "I have it" }).click();
  await owner.getByRole("button", { name: "Disconnect Example" }).click();
  await expect(owner.getByRole("button", { name: "Connect Example" })).toBeVisible();
  provider.close();
  for (const page of [owner, rae, stranger]) await page.context().close();
});
