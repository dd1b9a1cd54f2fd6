import { chromium, type Page } from "@playwright/test";
import { startApp, type App } from "#e2e/support/app.ts";
import { findBrowser } from "#e2e/support/browser.ts";
import { packedScripts, packedSum, scriptsIn } from "#e2e/support/first-load.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import { median } from "./percentile.ts";
import { withOpened } from "./with-opened.ts";

/** How long a page without further scripts counts as being at rest. Its events stream never ends. */
const restMs = 2_000;
const visits = 9;

/**
 * The JavaScript that the chat page names in its HTML, as every browser of today loads it: gzip, without what
 * `nomodule` keeps for old ones. Where there is a Chromium, also all that it fetches until the page is at rest: code
 * that is loaded later, but without anybody asking for it, would otherwise not count; and when a person can write and
 * send.
 */
export function firstLoad(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const app = await open(startApp({ mcp: { mcpServers: {} } }));
    const client = await open(claimApp(app));
    const named = await packedScripts(scriptsIn(await client.get("/", { accept: "text/html" })), client.get);
    const note = `gzip; ${named.length} files`;
    const figures: Figure[] = [
      {
        name: "First-load JavaScript of the chat page",
        value: packedSum(named),
        unit: "kB",
        target: { atMost: 215 },
        note,
      },
      ...named.map(({ path, kB }): Figure => ({
        name: `… ${path.slice(path.lastIndexOf("/") + 1)}`,
        value: kB,
        unit: "kB",
      })),
    ];
    const seen = await seenByBrowser(app);
    if (seen === null) return figures;
    const sizes = await packedScripts(seen.fetched, client.get);
    return [
      ...figures,
      {
        name: "… and all until the page is at rest",
        value: packedSum(sizes),
        unit: "kB",
        note: `${sizes.length} files`,
      },
      {
        name: "From navigation until a person can write and send",
        value: median(seen.usable),
        unit: "ms",
        target: { atMost: 1_000 },
        note: `median of ${visits}, nothing cached`,
      },
    ];
  });
}

/** What a signed-in browser loads until nothing more comes, and how long it took to be usable; null without a browser. */
async function seenByBrowser(app: App): Promise<{ fetched: string[]; usable: number[] } | null> {
  const executablePath = findBrowser();
  const link = /\S+#key=\S+/.exec(app.output())?.[0];
  if (executablePath === null || link === undefined) return null;
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  await page.goto(link);
  await untilUsable(page);
  const paths = new Set<string>();
  page.on("response", (response) => {
    const url = new URL(response.url());
    if (response.request().resourceType() === "script" && url.origin === app.url) paths.add(url.pathname);
  });
  await page.goto(app.url);
  await untilUsable(page);
  await page.waitForTimeout(restMs);
  const fetched = [...paths];

  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const usable: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto(app.url);
    usable.push(await untilUsable(page));
  }
  await browser.close();
  return { fetched, usable };
}

/** Milliseconds since the navigation, by the page's own clock: the field takes text, and Send takes a press. */
async function untilUsable(page: Page): Promise<number> {
  const usable = await page.waitForFunction(
    () => {
      const form = document.querySelector("textarea[name=message]")?.closest("form");
      return form?.querySelector("button[type=submit]:enabled") == null ? null : performance.now();
    },
    null,
    { polling: "raf" },
  );
  return (await usable.jsonValue()) ?? 0;
}
