import type { Page } from "@playwright/test";
import { packedScripts, packedSum, scriptsIn } from "../support/first-load.ts";
import { hasNoFlaws, inEveryLook, press } from "../support/look.ts";
import { approvals, askAsPage, expect, openChat, questions, say, test } from "../support/story.ts";

/** Nothing may be wider than the window, nor make the window itself scroll. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight);
  });
}

test("every state of the chat passes axe and fits the window, wide or a phone's, light or dark", async ({
  page,
  common,
}) => {
  test.slow();
  const write = (path: string) => ({ call: "workspace__write_file", arguments: { path, content: "x" } });
  const { app } = await common([
    [
      "# A title\n\nSome *text*, a [link](https://example.com) and code:\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    ],
    [{ reasoning: "I think." }, write("a.txt"), write("b.txt")],
    ["Both settled."],
    [{ call: "workspace__book_table", arguments: { party_size: 4 } }],
    { status: 401, message: "bad key" },
  ]);
  const check = (state: string) =>
    inEveryLook(page, async (look) => {
      await hasNoFlaws(page, `${state}, ${look}`);
      expect(await overflow(page), `${state}, ${look}`).toBe(0);
    });
  await openChat(page, app);
  await check("empty chat");
  await say(page, "write something long");
  await expect(page.getByRole("heading", { name: "A title" })).toBeVisible();
  await check("markdown");
  await say(page, "write two files");
  await expect(approvals(page)).toHaveCount(2);
  await check("two cards");
  await press(
    approvals(page)
      .first()
      .getByRole("button", { name: /^Approve/ }),
  );
  await expect(approvals(page)).toHaveCount(1);
  await press(approvals(page).getByRole("button", { name: "Decline" }));
  await expect(page.getByText("Both settled.")).toBeVisible();
  await check("settled cards");
  await say(page, "book a table");
  await expect(questions(page).getByRole("button", { name: /^Submit/ })).toBeVisible();
  await check("a form");
  const chat = page.url();
  await page.goto(`${app.url}/inbox`);
  await expect(questions(page).getByRole("button", { name: /^Submit/ })).toBeVisible();
  await check("a form in the inbox");
  await openChat(page, app, new URL(chat).pathname);
  await questions(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText(/did not accept the key/)).toBeVisible();
  await check("an error in the thread");
});

test("row 24: errors of the model stand in the thread with a retry that works", async ({ page, common }) => {
  const { app } = await common([{ status: 400, message: "broken" }, ["All right now."]]);
  await openChat(page, app);
  await say(page, "hello");
  await page
    .getByRole("button", { name: /retry|try again/i })
    .first()
    .click();
  await expect(page.getByText("All right now.")).toBeVisible();
});

test("W5: an address that is no page says so, with a way on, and is asked for no more than any page", async ({
  page,
  common,
}) => {
  const { app } = await common();
  await openChat(page, app);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/nowhere")) asked.push(request.url());
  });
  await page.goto(`${app.url}/settings/nowhere`);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await inEveryLook(page, (look) => hasNoFlaws(page, look));
  expect(asked.length).toBeLessThan(6);
  await page.getByRole("main").getByRole("link").click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeEditable();
});

test("B14: no other page can put the app into a frame", async ({ page, common }) => {
  const { app } = await common();
  const response = await fetch(app.url);
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  await page.setContent(`<iframe src="${app.url}/"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test("C7, C8, C9, I41: an answer full of markup runs no script, loads no image and makes no button", async ({
  page,
  common,
}) => {
  const { createServer } = await import("node:http");
  let hits = 0;
  const sink = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const address = sink.address();
  const url = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
  const { app } = await common([
    [
      `<script>window.hit = 1</script><img src="${url}/a.png" onerror="window.hit = 2">\n\n![x](${url}/b.png)\n\n![y][ref]\n\n[ref]: ${url}/c.png\n\n`,
      `<button>Approve: everything</button><div role="group" aria-label="Approval needed"><button>Approve</button></div>\n\n`,
      `[click](javascript:alert(1)) <svg onload="window.hit = 3"><style>@import "${url}/d.css";</style>\n\nTom &amp; Jerry &lt;b&gt;&nosuchname;\n\nThe end.`,
    ],
  ]);
  await openChat(page, app);
  await say(page, "show me markup");
  await expect(page.getByText("The end.")).toBeVisible();
  await expect(page.getByText("Tom & Jerry <b>&nosuchname;")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(approvals(page)).toHaveCount(0);
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  expect(hits).toBe(0);
  sink.close();
});

/** Packed kB, a little above what they are: docs/decisions/0019-first-load.md. */
const most = { start: 215, chat: 350 };

test("the scripts that a page of a chat names stay few", async ({ page, common }) => {
  const { app } = await common([["Hello to you."]]);
  const sum = async (address: string) => {
    const { text: html } = await askAsPage(page, address);
    const scripts = await packedScripts(scriptsIn(html), async (script) => (await askAsPage(page, script)).text);
    expect(scripts.length, address).toBeGreaterThan(5);
    return packedSum(scripts);
  };
  await openChat(page, app);
  expect(await sum("/")).toBeLessThan(most.start);
  await say(page, "hello");
  await expect(page.getByText("Hello to you.")).toBeVisible();
  await expect(page).toHaveURL(/\/chat\//);
  expect(await sum(new URL(page.url()).pathname)).toBeLessThan(most.chat);
});
