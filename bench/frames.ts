import { chromium, type Page } from "@playwright/test";
import { startApp } from "#e2e/support/app.ts";
import { findBrowser } from "#e2e/support/browser.ts";
import type { Piece } from "#e2e/support/model-script.ts";
import { newLink } from "#lib/server/people/session.ts";
import type { Figure } from "./figure.ts";
import { percentile } from "./percentile.ts";
import { scriptedModel } from "./scripted-model.ts";
import { history, openSeeded, seedChats } from "./seed-chats.ts";
import { withOpened } from "./with-opened.ts";

const slowdown = 4;
const tokens = 2_000;
/** 200 tokens a second. */
const betweenTokensMs = 5;
const lastWord = "That was all.";

type Drawn = {
  /** Between the starts of two frames, ms. */
  gaps: number[];
  /** Of every task of the main thread that took longer than 50 ms. */
  longTasks: number[];
};

/**
 * What a person sees of the page's work, in a browser whose processor is slowed down: while a long answer arrives, while a
 * long chat is scrolled, and while a person types in it. Empty where there is no Chromium.
 */
export function frames(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === null) return Promise.resolve([]);
  return withOpened(async (open) => {
    const long = "long-chat";
    const { dataDir } = await open(seedChats([long], history(300)));
    const model = await open(scriptedModel([longAnswer()]));
    const app = await open(startApp({ env: { ...model.env, DATA_DIR: dataDir } }));
    const database = await open(openSeeded(dataDir));
    const browser = await open(chromium.launch({ executablePath }));
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watchFrames);
    await page.goto(await newLink(database, app.url));
    const field = page.locator("textarea[name=message]");
    await field.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });

    await field.fill("Tell me all of it.");
    // What the page still does after its start is measured by `first-load`.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const answer = await drawnDuring(page, async () => {
      await field.press("Enter");
      await page.getByText(lastWord).waitFor({ timeout: 60_000 });
    });
    await page.goto(`${app.url}/chat/${long}`);
    await page.getByText("Question 298:").waitFor();
    await page.mouse.move(640, 400);
    const scrolled = await drawnDuring(page, async () => {
      for (let turn = 0; turn < 150; turn += 1) {
        await page.mouse.wheel(0, turn % 30 < 20 ? -160 : 160);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    });
    const typed = await drawnDuring(page, () =>
      field.pressSequentially("please compare both invoices ".repeat(4), { delay: 40 }),
    );
    return [
      ...figuresOf(`An answer of ${tokens} tokens at ${1_000 / betweenTokensMs} a second`, answer),
      ...figuresOf("Scrolling a chat of 300 messages", scrolled),
      ...figuresOf("Typing in it", typed),
    ];
  });
}

function longAnswer(): Piece[] {
  const word = (index: number) =>
    index % 100 === 99 ? "done.\n\n" : index % 25 === 0 ? `**item${index}** ` : `word${index} `;
  const said = Array.from({ length: tokens }, (_, index): Piece[] => [word(index), { delayMs: betweenTokensMs }]);
  return [...said.flat(), lastWord];
}

/** Runs in the page, before everything else. */
function watchFrames(): void {
  const drawn: Drawn = { gaps: [], longTasks: [] };
  Object.assign(globalThis, { drawn });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) drawn.longTasks.push(duration);
  }).observe({ type: "longtask" });
  let last = performance.now();
  const next = (now: number) => {
    drawn.gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

async function drawnDuring(page: Page, work: () => Promise<void>): Promise<Drawn> {
  const take = () =>
    page.evaluate(async () => {
      // What was measured last is told by then.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { drawn } = globalThis as unknown as { drawn: Drawn };
      return { gaps: drawn.gaps.splice(0), longTasks: drawn.longTasks.splice(0) };
    });
  await take();
  await work();
  return take();
}

function figuresOf(what: string, { gaps, longTasks }: Drawn): Figure[] {
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000;
  const note = `the processor ${slowdown} times slower, ${seconds.toFixed(1)} s`;
  return [
    { name: `${what}: frames a second`, value: gaps.length / seconds, unit: "", target: { atLeast: 59 }, note },
    { name: "… between two frames, p99", value: percentile(gaps, 0.99), unit: "ms" },
    {
      name: "… longest task of the page",
      value: Math.max(0, ...longTasks),
      unit: "ms",
      target: { atMost: 50 },
      note: `${longTasks.length} longer than 50 ms`,
    },
  ];
}
