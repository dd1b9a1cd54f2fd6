import { hasNoFlaws, inEveryLook, look } from "../support/look.ts";
import type { Locator, Page } from "@playwright/test";
import { again, expect, modelEnv, test, workspaceFile } from "../support/story.ts";
import type { App } from "../support/app.ts";

const writing = { call: "workspace__write_file", arguments: { path: "a.txt", content: "{name} <b>signed</b>" } };

/** The card that waits, whatever it is called in the reader's language. */
function card(page: Page): Locator {
  return page.locator("[role=group][data-approval-id]");
}

function settled(page: Page, stamp: string): Locator {
  return page.locator("[data-approval-id]").filter({ hasText: new RegExp(`^${stamp}`) });
}

async function open(page: Page, app: App): Promise<void> {
  const { entry } = app;
  delete app.entry;
  await page.goto(entry ?? app.url);
  await expect(page.locator("textarea")).toBeEditable();
}

async function ask(page: Page): Promise<void> {
  await page.locator("textarea").fill("write a.txt");
  await page.locator("textarea").press("Enter");
  await expect(card(page)).toHaveCount(1);
}

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("W1, W2, W3, W6, W8: a call is approved in German; its words stay as they are, and so does what the model is told", async ({
    page,
    launch,
    model,
  }) => {
    const endpoint = await model([[writing], ["It is written."]]);
    const app = await launch({ env: modelEnv(endpoint) });
    await open(page, app);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { name: "Nichts von Belang ohne Ihre Unterschrift" })).toBeVisible();
    await ask(page);
    await expect(page.getByText("Eine Karte wartet auf Sie.")).toBeVisible();
    await expect(card(page)).toContainText("Genehmigung nötig");
    await expect(card(page)).toContainText("{name} <b>signed</b>");
    await expect(card(page).getByRole("button", { name: "Ablehnen" })).toBeVisible();
    await card(page)
      .getByRole("button", { name: /^Warum\?/ })
      .click();
    await expect(card(page)).toContainText("nicht als nur lesend gekennzeichnet, deshalb fragt jeder Aufruf.");
    await expect(card(page)).toContainText("Nichts läuft, wenn Sie es nicht genehmigen.");
    await inEveryLook(page, (state) => hasNoFlaws(page, state));
    await look(page, "german-card");
    expect(await workspaceFile(app, "a.txt")).toBeNull();
    await card(page)
      .getByRole("button", { name: /^Genehmigen: / })
      .click();
    await expect(page.getByText("It is written.")).toBeVisible();
    expect(await workspaceFile(app, "a.txt")).toBe("{name} <b>signed</b>");
    await expect(settled(page, "Genehmigt")).toContainText("von Ihnen");
    await page.goto(`${app.url}/audit`);
    const row = page.getByRole("listitem").filter({ hasText: "write_file" }).first();
    await expect(row).toContainText("Genehmigt in der App");
    await row.getByText(/^Alle \d+ Einträge zu diesem Aufruf$/).click();
    await expect(row).toContainText("Fragt einen Menschen: Dieses Werkzeug ist nicht als nur lesend gekennzeichnet");
    await expect(row).not.toContainText(/Asks|Approved|Cleared|Started|Finished/);
    await page.goto(`${app.url}/settings/will-it-ask`);
    await expect(page.getByLabel("Wer aufruft")).toContainText("Ihr Chat");
  });

  test("W1, W5: each page is in German", async ({ page, launch }) => {
    const app = await launch();
    await open(page, app);
    for (const { path, title } of [
      { path: "/inbox", title: "Eingang" },
      { path: "/settings/language", title: "Sprache" },
      { path: "/settings/notifications", title: "Mitteilungen" },
      { path: "/settings/people", title: "Personen" },
      { path: "/settings/models", title: "Modelle" },
      { path: "/settings/policies", title: "Regeln" },
      { path: "/settings/will-it-ask", title: "Wird gefragt" },
      { path: "/audit", title: "Protokoll" },
      { path: "/tools", title: "Werkzeuge" },
    ]) {
      await page.goto(`${app.url}${path}`);
      await expect(page).toHaveTitle(new RegExp(title));
      await inEveryLook(page, (state) => hasNoFlaws(page, `${path}, ${state}`));
    }
  });
});

test("W1: the language that a person chooses in the settings counts, whatever the browser asks for", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[writing], ["Not written."]]);
  const app = await launch({ env: modelEnv(endpoint) });
  await open(page, app);
  await page.goto(`${app.url}/settings/language`);
  await page.getByRole("radio", { name: "Deutsch" }).check();
  await expect(page.getByRole("heading", { name: "Sprache" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto(app.url);
  await ask(page);
  await card(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(settled(page, "Abgelehnt")).toContainText("nicht gelaufen");
  // On a phone the line has all the room beside its button.
  await page.setViewportSize({ width: 390, height: 844 });
  const line = await settled(page, "Abgelehnt").locator("p").first().boundingBox();
  const details = await settled(page, "Abgelehnt").getByRole("button", { name: "Details" }).boundingBox();
  expect((details?.x ?? 0) - (line?.x ?? 0) - (line?.width ?? 0)).toBeLessThan(20);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await workspaceFile(app, "a.txt")).toBeNull();
  await page.goto(`${app.url}/settings/language`);
  await page.getByRole("radio", { name: /^Wie der Browser es wünscht/ }).check();
  await expect(page.getByRole("heading", { name: "Language" })).toBeVisible();
});

for (const [locale, dir, told] of [
  ["en-XA", "ltr", again],
  ["ar-XB", "rtl", {}],
] as const) {
  test.describe(`in the made-up language ${locale}`, () => {
    test.use({ locale });

    test(
      `W5, W7: long words${dir === "rtl" ? " from the right" : ""} fit into card, inbox and settings (${locale})`,
      told,
      async ({ page, launch, model }) => {
        const endpoint = await model([[writing], ["Not written."]]);
        const app = await launch({ env: { ...modelEnv(endpoint), PSEUDO_LANGUAGES: "on" } });
        await open(page, app);
        await expect(page.locator("html")).toHaveAttribute("dir", dir);
        const [form, first] = await Promise.all(
          [page.locator("form:has(textarea)"), page.locator("form:has(textarea) > :nth-child(2)")].map((each) =>
            each.boundingBox(),
          ),
        );
        if (form == null || first == null) throw new Error("There is no composer.");
        // What stands first in it keeps away from the edge where the page begins.
        expect(dir === "rtl" ? form.x + form.width - first.x - first.width : first.x - form.x).toBeGreaterThan(8);
        await ask(page);
        await look(page, `${locale}-card`);
        await inEveryLook(page, (state) => hasNoFlaws(page, state));
        for (const path of ["/inbox", "/settings/language", "/settings/notifications", "/settings/grants", "/tools"]) {
          await page.goto(`${app.url}${path}`);
          await expect(
            page
              .locator("main")
              .getByText(/^\[.*\]$/)
              .first(),
          ).toBeVisible();
          await inEveryLook(page, (state) => hasNoFlaws(page, `${path}, ${state}`));
        }
        await page.goto(`${app.url}/inbox`);
        await expect(card(page)).toHaveCount(1);
        await card(page)
          .getByRole("button", { name: /^\[Dëclînë/ })
          .click();
        await expect(page.getByText(/^\[Dëclînëd/).first()).toBeVisible();
      },
    );
  });
}
