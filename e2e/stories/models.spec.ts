import { freePort } from "../support/free-port.ts";
import { hasNoFlaws, inEveryLook } from "../support/look.ts";
import { composer, expect, openChat, say, test } from "../support/story.ts";
import type { Page } from "@playwright/test";

/** Fills the dialog in, for a server by its address. */
async function connect(page: Page, address: string, key = ""): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  await dialog.getByLabel("Provider").selectOption("Another server");
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByLabel(/^API key/).fill(key);
  await dialog.getByRole("button", { name: "Connect" }).click();
}

const accounts = (page: Page) => page.getByRole("list", { name: "Connected models" }).getByRole("listitem");

test("K1, K2, K4: from the demonstration to a model of one's own, within the app", async ({ page, launch, model }) => {
  const [app, endpoint] = [await launch(), await model([["OK"], ["Hello from a real model."]])];
  await openChat(page, app);
  await page.getByRole("link", { name: "Use a real model" }).click();
  await expect(page.getByText("No model is connected.")).toBeVisible();
  await page.getByRole("button", { name: "Connect a model" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  await inEveryLook(page, (look) => hasNoFlaws(page, `a model to connect, ${look}`));
  await connect(page, `http://127.0.0.1:${await freePort()}/v1`);
  await expect(dialog.getByRole("alert")).toHaveText(
    /^Nothing answers at 127\.0\.0\.1:\d+\. Start the model server there/,
  );
  await connect(page, endpoint.url, "sk-canary");
  await expect(dialog).toBeHidden();
  await expect(accounts(page)).toHaveCount(1);
  await expect(accounts(page)).toContainText("scripted-model");
  expect(await page.content()).not.toContain("canary");
  await accounts(page).getByRole("button", { name: /^Test/ }).click();
  await expect(accounts(page).getByRole("status")).toHaveText("scripted-model answered.");
  await inEveryLook(page, (look) => hasNoFlaws(page, `a connected model, ${look}`));
  await openChat(page, app);
  await expect(page.getByText("Demo model.")).toBeHidden();
  await expect(page.getByRole("region", { name: "Requests to try" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "What your servers can do" })).toContainText(/file/i);
  await say(page, "hello");
  await expect(page.getByText("Hello from a real model.")).toBeVisible();
});

test("K3, K5, K6, K8: the composer changes the model in mid-chat; an account is set and ended on its page", async ({
  page,
  launch,
  model,
}) => {
  const app = await launch();
  const [one, two] = [
    await model([["From the first."], ["Without what was said before."]]),
    await model([["From the second."]]),
  ];
  await openChat(page, app);
  await page.goto(`${app.url}/settings/models`);
  for (const [index, { url }] of [one, two].entries()) {
    await page.getByRole("button", { name: "Connect a model" }).click();
    await connect(page, url);
    await expect(accounts(page)).toHaveCount(index + 1);
  }
  await expect(page.getByLabel("Default model").getByRole("option")).toHaveCount(2);
  await openChat(page, app);
  await say(page, "first");
  await expect(page.getByText("From the first.")).toBeVisible();
  const picker = page.getByRole("combobox", { name: "Model" });
  await picker.selectOption({ index: 1 });
  await expect(picker).toHaveValue(new RegExp(new URL(two.url).port));
  await say(page, "second");
  await expect(page.getByText("From the second.")).toBeVisible();

  await page.goto(`${app.url}/settings/models`);
  const first = accounts(page).first();
  await first.getByRole("button", { name: /^Models of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Models of/ });
  await dialog.getByText("How it is asked").click();
  await dialog.getByLabel("Reasoning").selectOption("low");
  await dialog.getByLabel("What it reads at once, in tokens").fill("1000");
  await dialog.getByLabel("Price to read").fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Price to write").fill("15");
  await inEveryLook(page, (look) => hasNoFlaws(page, `how a model is asked, ${look}`));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await first.getByRole("button", { name: /^Models of/ }).click();
  await dialog.getByText("How it is asked").click();
  await expect(dialog.getByLabel("Reasoning")).toHaveValue("low");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goBack();
  await expect(composer(page)).toBeEditable();
  const priced = page.getByRole("option", { name: /\$3 to read, \$15 to write/ });
  await picker.selectOption((await priced.getAttribute("value")) ?? "");
  await say(page, "third");
  await expect(page.getByText("Without what was said before.")).toBeVisible();
  await expect(
    page.getByText(/^This chat is longer than its model reads at once\. Its first 4 messages/),
  ).toBeVisible();
  await inEveryLook(page, (look) => hasNoFlaws(page, `a chat that is too long for its model, ${look}`));
  await page.goto(`${app.url}/settings/models`);
  await first.getByRole("button", { name: /^Disconnect/ }).click();
  await first.getByRole("button", { name: "Disconnect and forget the key" }).click();
  await expect(accounts(page)).toHaveCount(1);
});
