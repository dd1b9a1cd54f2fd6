import type { CDPSession, Page } from "@playwright/test";
import { hasNoFlaws } from "../support/look.ts";
import { approvals, composer, expect, modelEnv, say, settled, test, workspaceFile } from "../support/story.ts";

const password = "correct horse battery";

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** A security key in this browser; resolves to a way to say whether its person can be verified. */
async function authenticatorIn(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

test("B20, H9, B17: a passkey is added, asked for to approve for others, and needed to sign in", async ({
  browser,
  launch,
  model,
}) => {
  test.setTimeout(240_000);
  const endpoint = await model([
    [{ call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } }],
    ["It is written."],
  ]);
  const mcp = {
    mcpServers: {
      workspace: {
        command: "node",
        args: ["examples/workspace/main.ts"],
        cwd: process.cwd(),
        env: { WORKSPACE_DIR: "${DATA_DIR}/workspace", WORKSPACE_STATE_DIR: "${DATA_DIR}/workspace-state" },
        trusted: true,
        tools: { write_file: { approval: "always", who: "other" } },
      },
    },
  };
  const app = await launch({ env: modelEnv(endpoint), mcp });
  await app.kill();
  // Browsers have no passkeys for an address of numbers.
  const url = app.url.replace("127.0.0.1", "localhost");
  await app.start({ AUTH: "team", PUBLIC_URL: url });
  const newPage = async () => (await browser.newContext()).newPage();
  const [olga, kim] = [await newPage(), await newPage()];
  await olga.goto(
    app
      .output()
      .match(/Countersign is ready: (\S+)/g)
      ?.at(-1)
      ?.replace("Countersign is ready: ", "") ?? "",
  );
  await fill(olga, { "Your name": "Olga", "E-mail address": "olga@example.com", Password: password });
  await olga.getByRole("button", { name: "Create the owner’s account" }).click();
  await expect(composer(olga)).toBeVisible();

  await olga.goto(`${url}/settings/people`);
  await olga.getByRole("button", { name: "Invite somebody" }).click();
  await olga.getByLabel("E-mail address").fill("kim@example.com");
  await olga.getByRole("button", { name: "Make a link" }).click();
  await kim.goto(await olga.getByLabel("Invitation link").innerText());
  await olga.getByRole("button", { name: "I have it" }).click();
  await fill(kim, { "Your name": "Kim", Password: password });
  await kim.getByRole("button", { name: "Join" }).click();
  await expect(composer(kim)).toBeEditable();
  await say(kim, "please write a.txt");
  await expect(kim.getByRole("group", { name: /^Waits for others/ })).toContainText("Olga");

  const verify = await authenticatorIn(olga);
  await olga.getByRole("button", { name: "Add a passkey" }).click();
  await olga.getByLabel("Name", { exact: true }).fill("Laptop");
  await hasNoFlaws(olga);
  await olga.getByRole("button", { name: "Make it" }).click();
  await expect(olga.getByRole("button", { name: "Remove the passkey Laptop" })).toBeVisible();

  // The password was given a moment ago, which is enough no more, and is not enough for another one.
  await olga.getByRole("button", { name: "Change password" }).click();
  await fill(olga, { "Present password": password, "New password": "another good password" });
  await olga.getByRole("button", { name: "Change it" }).click();
  await expect(olga.getByRole("dialog").getByText("To go on, show your passkey.")).toBeVisible();
  await olga.goto(`${url}/tools`);
  await olga
    .getByRole("region", { name: "workspace", exact: true })
    .getByRole("button", { name: "Switch off" })
    .click();
  await expect(olga.getByRole("dialog").getByText("To go on, show your passkey.")).toBeVisible();
  await olga.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await olga.goto(`${url}/inbox`);
  const show = olga.getByRole("dialog").getByRole("button", { name: "Show your passkey" });
  await verify(false);
  await approvals(olga)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(show).toBeVisible();
  await hasNoFlaws(olga);
  await show.click();
  await expect(olga.getByRole("dialog").getByText("No passkey was shown.")).toBeVisible();
  await olga.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(olga.getByText("This needs your passkey, shown in the last 15 minutes.")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await verify(true);
  await approvals(olga)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await show.click();
  await expect(kim.getByText("It is written.")).toBeVisible();
  await expect(settled(kim, "Approved")).toContainText("by olga@example.com (Olga)");
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
  await olga.goto(`${url}/audit`);
  await expect(
    olga.getByText(/Approved by olga@example.com \(Olga\) in the app, proved with a passkey just before/).first(),
  ).toBeVisible();

  await olga.goto(`${url}/settings/people`);
  await olga.getByRole("button", { name: "Sign out", exact: true }).click();
  await fill(olga, { "E-mail address": "olga@example.com", Password: password });
  await olga.getByRole("button", { name: "Sign in" }).click();
  const second = olga.getByRole("button", { name: "Show your passkey" });
  await expect(second).toBeVisible();
  await hasNoFlaws(olga);
  await verify(false);
  await second.click();
  await expect(olga.getByText("No passkey was shown.")).toBeVisible();
  await verify(true);
  await second.click();
  await expect(composer(olga)).toBeVisible();
  await Promise.all([olga.context().close(), kim.context().close()]);
});
