import { hasNoFlaws, inEveryLook } from "../support/look.ts";
import { signInServer } from "../support/sign-in-server.ts";
import { approvals, expect, modelEnv, openChat, say, settled, test } from "../support/story.ts";

test("M40, M49, M50: a person signs in to a server from the tools page; later a card asks again, and its call goes on by itself, also after a restart", async ({
  page,
  context,
  launch,
  model,
}) => {
  const far = await signInServer();
  try {
    far.signInAs("ona@far");
    const endpoint = await model([
      [{ call: "far__whoami", arguments: {} }],
      ["First: ona."],
      [{ call: "far__whoami", arguments: {} }],
      ["Then: ona."],
    ]);
    const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { far: { url: far.url } } } });
    await openChat(page, app, "/");
    await page.goto(`${app.url}/tools`);
    const section = page.getByRole("region", { name: "far", exact: true });
    await expect(section).toContainText("Somebody has to sign in to it.");
    await expect(section).toContainText("Each person signs in for themselves.");
    await section.getByRole("button", { name: "Sign in to far" }).click();
    const { host } = new URL(far.issuer);
    await expect(section).toContainText("You sign in at");
    expect(far.grants).toEqual([]);
    await inEveryLook(page, (look) => hasNoFlaws(page, `a server to sign in to, ${look}`));
    const opened = context.waitForEvent("page");
    await section.getByRole("button", { name: `Open ${host}` }).click();
    const tab = await opened;
    await expect(tab.getByRole("heading", { name: "You are signed in to far" })).toBeVisible();
    expect(new URL(tab.url()).hash).toBe("");
    await tab.close();
    await page.bringToFront();
    await expect(section).toContainText("You are signed in. Your sign-in serves your calls alone.");
    await section.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: /each asks$/ }).click();
    await openChat(page, app, "/");
    await say(page, "who am I there?");
    await approvals(page)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(page.getByText("First: ona.")).toBeVisible();
    expect(far.calls).toEqual([{ tool: "whoami", account: "ona@far" }]);

    // The sign-in ends there; the next call is approved, and then waits for another one.
    far.forget("all");
    await say(page, "and now?");
    await approvals(page)
      .getByRole("button", { name: /^Approve/ })
      .click();
    const card = page.getByRole("group", { name: /Sign in to far/ }).last();
    await expect(card).toContainText("waits until you are signed in");
    await app.kill();
    await app.start();
    await page.reload();
    await card.getByRole("button", { name: "Show where to sign in" }).click();
    await expect(card).toContainText(host);
    await inEveryLook(page, (look) => hasNoFlaws(page, `a call that waits for a sign-in, ${look}`));
    expect(far.calls.length).toBe(1);
    await card.evaluate((whole) => whole.scrollIntoView({ block: "start" }));
    far.signInAs("ona@far");
    const again = context.waitForEvent("page");
    await card.getByRole("button", { name: `Open ${host}` }).click();
    await expect((await again).getByText("The call that waited for it goes on.")).toBeVisible();
    await page.bringToFront();
    await expect(page.getByText("Then: ona.")).toBeVisible();
    await expect(settled(page, "Approved").last()).toContainText("signed in");
    expect(far.calls.length).toBe(2);
  } finally {
    far.close();
  }
});
