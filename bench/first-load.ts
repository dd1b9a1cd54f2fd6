import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { startApp, type App } from "#e2e/support/app.ts";
import { findBrowser } from "#e2e/support/browser.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import type { HttpClient } from "./http-client.ts";
import { withOpened } from "./with-opened.ts";

/** How long a page without further scripts counts as being at rest. Its events stream never ends. */
const restMs = 2_000;

/**
 * The JavaScript that the chat page names in its HTML, as every browser of today loads it: gzip, without what
 * `nomodule` keeps for old ones. Where there is a Chromium, also all that it fetches until the page is at rest: code
 * that is loaded later, but without anybody asking for it, would otherwise not count.
 */
export function firstLoad(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const app = await open(startApp({ mcp: { mcpServers: {} } }));
    const client = await open(claimApp(app));
    const named = await sizesOf(client, scriptsIn(await client.get("/", { accept: "text/html" })));
    const note = `gzip; ${named.length} files`;
    const figures: Figure[] = [
      {
        name: "First-load JavaScript of the chat page",
        value: sumOf(named),
        unit: "kB",
        target: { atMost: 300 },
        note,
      },
      ...named.map(({ path, kB }): Figure => ({
        name: `… ${path.slice(path.lastIndexOf("/") + 1)}`,
        value: kB,
        unit: "kB",
      })),
    ];
    const fetched = await fetchedByBrowser(app);
    if (fetched === null) return figures;
    const sizes = await sizesOf(client, fetched);
    const all = { name: "… and all until the page is at rest", value: sumOf(sizes), note: `${sizes.length} files` };
    return [...figures, { ...all, unit: "kB" }];
  });
}

function scriptsIn(html: string): string[] {
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  const sources = tags.filter((tag) => !/\bnomodule\b/i.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1]);
  return [...new Set(sources.filter((source) => source !== undefined))];
}

type Size = { path: string; kB: number };

/** Largest first. Packed here at gzip's usual level, so that the figure does not depend on what a server does. */
async function sizesOf(client: HttpClient, paths: readonly string[]): Promise<Size[]> {
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, kB: gzipSync(await client.get(path)).length / 1_000 })),
  );
  return sizes.toSorted((a, b) => b.kB - a.kB);
}

function sumOf(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { kB }) => sum + kB, 0);
}

/** Paths of the scripts that a signed-in browser loads until nothing more comes; null where there is no browser. */
async function fetchedByBrowser(app: App): Promise<string[] | null> {
  const executablePath = findBrowser();
  const link = /\S+#key=\S+/.exec(app.output())?.[0];
  if (executablePath === null || link === undefined) return null;
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  const composer = page.getByRole("textbox", { name: "Message" });
  await page.goto(link);
  await composer.waitFor();
  const paths = new Set<string>();
  page.on("response", (response) => {
    const url = new URL(response.url());
    if (response.request().resourceType() === "script" && url.origin === app.url) paths.add(url.pathname);
  });
  await page.reload();
  await composer.waitFor();
  await page.waitForTimeout(restMs);
  await browser.close();
  return [...paths];
}
