import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { type Cluster, startCluster } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { modelEndpoint, type ModelEndpoint } from "./model-endpoint.ts";
import type { Step } from "./model-script.ts";
import { startServer } from "./servers/start-server.ts";
import { composer, expect, modelEnv, say, test as base } from "./story.ts";

/** Servers with tools, each one process for all instances. */
type Tools = {
  mcpServers: Record<string, object>;
  /** How often that line was written: by `append` and `append_then_wait` of the server "slow". */
  effects: (line: string) => Promise<number>;
};

/** Three instances that know those servers and ask the model at `modelPort`. */
type Shared = { tools: Tools; modelPort: number; cluster: Cluster };

type Fixtures = {
  /** Adds to what this story's model says, all of which must have been asked for when the story ends. */
  script: (...steps: Step[]) => ModelEndpoint;
  /** A signed-in browser of its own, at the start page or at a chat. */
  openBrowser: (at?: string, options?: BrowserContextOptions) => Promise<Page>;
  effects: Tools["effects"];
};

/** Starting three instances takes longer than most stories: those of one file share them, and heal them in between. */
export const test = base.extend<Fixtures, Shared>({
  tools: [
    async ({}, use) => {
      const home = await mkdtemp(path.join(tmpdir(), "countersign-effects-"));
      const file = path.join(home, "effects.txt");
      await writeFile(file, "");
      const slow = await startServer("slow-server.ts", "0", file);
      const modern = await startServer("asking-server.ts");
      const old = await startServer("old-asking-server.ts");
      const tools = { ask: { approval: "never" } };
      const trusted = true;
      await use({
        mcpServers: {
          slow: { url: slow.url, trusted },
          modern: { url: modern.url, trusted, tools },
          old: { url: old.url, trusted, tools },
        },
        effects: async (line) => (await readFile(file, "utf8")).split("\n").filter((each) => each === line).length,
      });
      for (const server of [slow, modern, old]) await server.stop();
      await rm(home, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  effects: ({ tools }, use) => use(tools.effects),
  modelPort: [async ({}, use) => use(await freePort()), { scope: "worker" }],
  cluster: [
    async ({ modelPort, tools: { mcpServers } }, use) => {
      const env = { ...modelEnv({ url: `http://127.0.0.1:${modelPort}/v1` }), COLD_AFTER_SECONDS: "never" };
      const cluster = await startCluster({ instances: 3, mcp: { mcpServers }, env });
      await use(cluster);
      await cluster.close();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  script: async ({ modelPort, cluster }, use, testInfo) => {
    const endpoint = await modelEndpoint({ port: modelPort });
    await use((...steps) => {
      endpoint.push(...steps);
      return endpoint;
    });
    for (const [number, { output }] of cluster.instances.entries()) {
      await testInfo.attach(`instance ${number}`, { body: output(), contentType: "text/plain" });
    }
    await endpoint.close();
    await cluster.heal();
  },
  openBrowser: async ({ browser, cluster }, use) => {
    const opened: Page[] = [];
    await use(async (at, options) => {
      const page = await (await browser.newContext(options)).newPage();
      opened.push(page);
      await page.goto(await cluster.link());
      await isOpen(page);
      if (at !== undefined) await page.goto(cluster.url + at);
      await isOpen(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

/** While three instances start, a page may not be drawn in time; then it offers to try again, as a person would. */
async function isOpen(page: Page): Promise<void> {
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await expect(async () => {
    await expect(composer(page).or(tryAgain)).toBeVisible();
    if (await tryAgain.isVisible()) await tryAgain.click();
    await expect(composer(page)).toBeEditable({ timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
}

/** Says something through the instance of this number, which then holds the run. */
export async function sayTo(cluster: Cluster, target: number, page: Page, text: string): Promise<void> {
  cluster.proxy.send("POST /api/chat", target);
  await say(page, text);
}

/** From now on cards are answered through the instance of this number. */
export function answerAt(cluster: Cluster, target: number): void {
  cluster.proxy.send("POST /api/chat/elicitation", target);
}

/** Resolves to a check that the page still is the very document it is now. */
export async function staysSame(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return async () => expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
}
