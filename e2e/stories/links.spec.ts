import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { again, approvals, expect, modelEnv, openChat, questions, say, settled, test } from "../support/story.ts";
import { serverFile } from "../support/servers/start-server.ts";

/** A page that a server wants opened. It counts who came. */
async function somePage() {
  const visits: { referer: string | undefined }[] = [];
  const server = createServer(({ headers, url }, response) => {
    if (url === "/sign-in") visits.push({ referer: headers.referer });
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Sign in</title><h1>Sign in here</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/sign-in`, host: `127.0.0.1:${port}`, visits, close: () => server.close() };
}

const eras = [
  { era: "2026-07-28", file: "asking-server.ts", tool: "link", told: {} },
  { era: "2025-11-25, which asks by an error", file: "old-asking-server.ts", tool: "link_first", told: again },
];

for (const { era, file, tool, told } of eras)
  test(
    `M4: a page is opened after a yes and not before, and the call goes on when the person is done there (${era})`,
    told,
    async ({ page, context, launch, model }, testInfo) => {
      const site = await somePage();
      const doneWhen = testInfo.outputPath("signed-in");
      const call = { call: `asking__${tool}`, arguments: { url: site.url, doneWhen } };
      const endpoint = await model([[call], ["You are signed in."]]);
      const asking = {
        command: process.execPath,
        args: [serverFile(file)],
        trusted: true,
        tools: { [tool]: { approval: "never" } },
      };
      const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { asking } } });
      await openChat(page, app);
      await say(page, "sign me in");

      const card = questions(page);
      await expect(card).toContainText(site.host);
      await expect(card).toContainText("Sign in first.");
      await expect(page.getByRole("link", { name: /sign-in/ })).toHaveCount(0);
      expect(site.visits).toEqual([]);
      const opened = context.waitForEvent("page");
      await card.getByRole("button", { name: `Approve: open ${site.host}` }).click();
      await expect((await opened).getByRole("heading", { name: "Sign in here" })).toBeVisible();
      expect(site.visits).toEqual([{ referer: undefined }]);
      expect(await (await opened).evaluate(() => window.opener)).toBeNull();

      // The server still waits, and survives that somebody says too early that they are done.
      await page.bringToFront();
      await expect(settled(page, "Approved")).toContainText("page opened");
      const go = card.getByRole("button", { name: "Approve: go on, I am done there" });
      await expect(card).toContainText("still waits for what you do there");
      // It came while another page was in front, so that the chat may not have followed it.
      const show = () => card.evaluate((whole) => whole.scrollIntoView({ block: "start" }));
      await show();
      await go.click();
      await expect(settled(page, "Approved")).toHaveCount(2);
      await page.reload();
      await expect(card).toContainText("still waits for what you do there");
      const openedAgain = context.waitForEvent("page");
      await card.getByRole("button", { name: "Open the page again" }).click();
      await expect((await openedAgain).getByRole("heading", { name: "Sign in here" })).toBeVisible();
      await writeFile(doneWhen, "");
      await page.bringToFront();
      // A card that was there before counts as read once its beginning was on the screen, too.
      await show();
      await go.click();
      await expect(page.getByText("You are signed in.")).toBeVisible();
      expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("signed in");
      await expect(approvals(page)).toHaveCount(0);
      expect(site.visits).toHaveLength(2);
      site.close();
    },
  );

test(
  "M4, C10: declining a link opens nothing, and the server hears of it",
  again,
  async ({ page, context, launch, model }) => {
    const site = await somePage();
    const doneWhen = path.join("/", "nowhere");
    const endpoint = await model([
      [{ call: "asking__link", arguments: { url: site.url, doneWhen } }],
      ["Then not."],
      [{ call: "asking__link", arguments: { url: "http://intranet.example/admin", doneWhen } }],
      ["Nor that."],
    ]);
    const asking = {
      command: process.execPath,
      args: [serverFile("asking-server.ts")],
      trusted: true,
      tools: { link: { approval: "never" } },
    };
    const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { asking } } });
    await openChat(page, app);
    await say(page, "sign me in");
    await questions(page).getByRole("button", { name: "Decline" }).click();
    await expect(page.getByText("Then not.")).toBeVisible();
    await expect(settled(page, "Declined")).toContainText("not opened");
    expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("page: decline");

    await say(page, "and the other one");
    await expect(questions(page).getByRole("alert")).toContainText("Only https:// addresses are opened from here.");
    await expect(questions(page).getByRole("button", { name: /^Approve/ })).toHaveCount(0);
    await questions(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Nor that.")).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    expect(site.visits).toEqual([]);
    site.close();
  },
);
