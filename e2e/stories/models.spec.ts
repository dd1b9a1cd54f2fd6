import { freePort } from "../support/free-port.ts";
import { hasNoFlaws, inEveryLook, look } from "../support/look.ts";
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

test("K1, K2, K4, K12: from the demonstration to a model of one's own, without leaving the chat", async ({
  page,
  launch,
  model,
}) => {
  const [app, endpoint] = [await launch(), await model([["OK"], ["Hello from a real model."]])];
  // Whether one answers at a known port is this computer's to say.
  const found = { servers: [{ name: "Ollama", address: endpoint.url, models: 1 }] };
  await page.route("**/api/models/nearby", (route) => route.fulfill({ json: found }));
  await openChat(page, app);
  await composer(page).fill("hello");
  await page.getByRole("button", { name: "Use a real model" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  await inEveryLook(page, (seen) => hasNoFlaws(page, `a model to connect, ${seen}`));
  await connect(page, `http://127.0.0.1:${await freePort()}/v1`);
  await expect(dialog.getByRole("alert")).toHaveText(
    /^Nothing answers at 127\.0\.0\.1:\d+\. Start the model server there/,
  );
  await dialog.getByRole("button", { name: "Ollama · 1 model" }).click();
  await expect(dialog.getByLabel("Address")).toHaveValue(endpoint.url);
  await look(page, "connecting");
  await dialog.getByLabel(/^API key/).fill("sk-canary");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect(dialog).toBeHidden();
  const pick = page.getByRole("dialog", { name: /is connected$/ });
  await expect(pick.getByLabel("Model")).toHaveValue("scripted-model");
  await pick.getByRole("button", { name: "Test" }).click();
  await expect(pick.getByRole("status")).toHaveText("scripted-model answered.");
  await look(page, "picking");
  await pick.getByRole("button", { name: "Use it in this chat" }).click();
  await expect(pick).toBeHidden();
  await expect(page.getByText("Demo model.")).toBeHidden();
  await expect(page.getByRole("region", { name: "Requests to try" })).toHaveCount(0);
  // The composer names the model and keeps what was written.
  await expect(page.getByText(/^scripted-model \(/)).toBeVisible();
  await expect(composer(page)).toHaveValue("hello");
  await look(page, "connected");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Hello from a real model.")).toBeVisible();
  expect(await page.content()).not.toContain("canary");
  await page.goto(`${app.url}/settings/models`);
  await expect(accounts(page)).toHaveCount(1);
  await expect(accounts(page)).toContainText("scripted-model");
  await inEveryLook(page, (seen) => hasNoFlaws(page, `a connected model, ${seen}`));
  await openChat(page, app);
  await expect(page.getByText("Demo model.")).toBeHidden();
  await expect(page.getByRole("region", { name: "What your servers can do" })).toContainText(/file/i);
});

test("K3, K5, K6, K8: the composer changes the model in mid-chat; an account is set and ended on its page", async ({
  page,
  launch,
  model,
}) => {
  const app = await launch();
  const [one, two] = [
    await model([["From the first."], ["Again from the first."], ["Without what was said before."]]),
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
  // A retry takes the model that is chosen then.
  await picker.selectOption({ index: 0 });
  await expect(picker).toHaveValue(new RegExp(new URL(one.url).port));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Again from the first.")).toBeVisible();

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
  await inEveryLook(page, (seen) => hasNoFlaws(page, `how a model is asked, ${seen}`));
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
  await inEveryLook(page, (seen) => hasNoFlaws(page, `a chat that is too long for its model, ${seen}`));
  await page.goto(`${app.url}/settings/models`);
  await first.getByRole("button", { name: /^Disconnect/ }).click();
  await first.getByRole("button", { name: "Disconnect and forget the key" }).click();
  await expect(accounts(page)).toHaveCount(1);
});
