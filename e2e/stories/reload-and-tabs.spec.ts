import { apiClient } from "../support/api.ts";
import { again, anotherTab, approvals, expect, openChat, say, test, workspaceFile, settled } from "../support/story.ts";

const write = { call: "workspace__write_file", arguments: { path: "a.txt", content: "signed" } };

test("row 24: a reload in the middle of a stream restores what was there and goes on live", async ({
  page,
  common,
}) => {
  const { app, endpoint } = await common([["The first half ", { gate: "middle" }, "and the second half."]]);
  await openChat(page, app);
  await say(page, "tell me");
  await expect(page.getByText("The first half")).toBeVisible();
  await expect(page).toHaveURL(/\/chat\//);
  await page.reload();
  await expect(page.getByText("The first half")).toBeVisible();
  endpoint.open("middle");
  await expect(page.getByText("The first half and the second half.")).toBeVisible();
  await expect(page.getByText("The first half")).toHaveCount(1);
});

test(
  "row 24, S1.16: a reload in the middle of a pending card shows it again; the answer continues the run",
  again,
  async ({ page, common }) => {
    const { app } = await common([["I will write it. ", write], ["It is written."]]);
    await openChat(page, app);
    await say(page, "write a.txt");
    await expect(approvals(page)).toHaveCount(1);
    await page.reload();
    await expect(approvals(page)).toHaveCount(1);
    await expect(page.getByText("I will write it.")).toHaveCount(1);
    await approvals(page)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(page.getByText("It is written.")).toBeVisible();
    expect(await workspaceFile(app, "a.txt")).toBe("signed");
  },
);

test("G11: the tab closes, another one answers, the first one comes back", async ({ page, context, common }) => {
  const { app } = await common([[write], ["It is written."]]);
  await openChat(page, app);
  await say(page, "write a.txt");
  await expect(approvals(page)).toHaveCount(1);
  const path = new URL(page.url()).pathname;
  const second = await anotherTab(context, app, path);
  await page.close();
  await approvals(second)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(second.getByText("It is written.")).toBeVisible();
  const third = await anotherTab(context, app, path);
  await expect(third.getByText("It is written.")).toBeVisible();
  await expect(settled(third, "Approved")).toBeVisible();
  expect(await workspaceFile(app, "a.txt")).toBe("signed");
});

test("A2: a double click and a click in a second tab are one execution", async ({ page, context, common }) => {
  const append = { call: "workspace__process_refund", arguments: { order_id: "1234", amount: 249 } };
  const { app } = await common([[append], ["Refunded."]]);
  await openChat(page, app);
  await say(page, "refund order 1234");
  await expect(approvals(page)).toHaveCount(1);
  const second = await anotherTab(context, app, new URL(page.url()).pathname);
  await expect(approvals(second)).toHaveCount(1);
  const approve = (tab: typeof page) => approvals(tab).getByRole("button", { name: /^Approve/ });
  // The second tab presses without waiting for anything: its card may fold at any moment.
  const press = (button: Element) => button instanceof HTMLElement && button.click();
  await Promise.all([approve(page).dblclick(), approve(second).evaluate(press)]);
  await expect(page.getByText("Refunded.")).toBeVisible();
  await expect(second.getByText("Refunded.")).toBeVisible();
  const ledger = (await workspaceFile(app, "ledger.jsonl")) ?? "";
  expect(ledger.trim().split("\n")).toHaveLength(1);
});

test(
  "six connections: eight tabs with open cards, and Approve in the eighth is answered",
  again,
  async ({ context, common }) => {
    const names = Array.from({ length: 8 }, (_, index) => `tab-${index}.txt`);
    const calls = names.map((name) => [
      { call: "workspace__write_file", arguments: { path: name, content: "signed" } },
    ]);
    const { app } = await common([...calls, ["It is written."]]);
    const tabs = [];
    for (const name of names) {
      const tab = await context.newPage();
      await openChat(tab, app);
      await say(tab, `write ${name}`);
      await expect(approvals(tab)).toHaveCount(1);
      tabs.push(tab);
    }
    const last = tabs[7];
    if (!last) throw new Error("There are eight tabs.");
    const answered = last.waitForResponse("**/api/chat/elicitation");
    await approvals(last)
      .getByRole("button", { name: /^Approve/ })
      .click();
    expect((await answered).status()).toBe(200);
    await expect.poll(() => workspaceFile(app, "tab-7.txt")).toBe("signed");
    await expect(settled(last, "Approved")).toBeVisible();
  },
);

test("G8: a long chat opens with its newest messages, and shows earlier ones where the person reads on", async ({
  page,
  common,
}) => {
  const count = 13;
  const { app, link } = await common(Array.from({ length: count }, (_, at) => [`Answer ${at}.`]));
  const client = await apiClient(app, await link());
  const chatId = "long-chat";
  for (let at = 0; at < count; at += 1) {
    const text = `Question ${at}. ${"word ".repeat(19_800)}`;
    await (await client.post("/api/chat", { chatId, message: { id: `m${at}`, text } })).text();
  }
  await openChat(page, app);
  await openChat(page, app, `/chat/${chatId}`);
  await expect(page.getByText("Answer 12.")).toBeVisible();
  await expect(page.getByText("Answer 1.")).toHaveCount(0);
  const more = page.getByRole("button", { name: "Show earlier messages" });
  await more.scrollIntoViewIfNeeded();
  const read = page.getByText(/^Question 3\./);
  const placeOf = async () => (await read.boundingBox())?.y ?? 0;
  const before = await placeOf();
  await more.click();
  await expect(more).toHaveCount(0);
  await expect(page.getByText("Answer 0.")).toHaveCount(1);
  await expect.poll(async () => Math.abs((await placeOf()) - before)).toBeLessThan(100);
  // What was read stays when the chat goes on.
  await page.reload();
  await expect(more).toBeAttached();
});
