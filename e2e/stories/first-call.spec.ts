import { serverFile } from "../support/servers/start-server.ts";
import { approvals, composer, expect, modelEnv, openChat, test } from "../support/story.ts";

/** With a click more, a new user would rightly ask what it is for. */
const mostPresses = 8;

test("M163: from a server that nobody has seen to its first approved call, in few presses", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model([[{ call: "asking__echo", arguments: { text: "hi" } }], ["That was all."]]);
  const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: {} } });
  await openChat(page, app);
  let presses = 0;
  await page.exposeFunction("countPress", () => void (presses += 1));
  await page.evaluate(() => {
    addEventListener("pointerdown", () => (window as unknown as { countPress: () => void }).countPress(), true);
  });
  const begun = Date.now();

  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Tools" }).click();
  await page.getByRole("button", { name: "Add server" }).click();
  const form = page.getByRole("dialog", { name: "Add a tool server" });
  await page.keyboard.type("asking");
  await form.getByLabel("A program on this computer").click();
  await page.keyboard.press("Tab");
  await page.keyboard.type(`node "${serverFile("asking-server.ts")}"`);
  await form.getByRole("button", { name: "Add server" }).click();
  const asking = page.getByRole("region", { name: "asking", exact: true });
  await asking.getByRole("button", { name: "Start this program" }).click();
  const review = page.getByRole("dialog", { name: "Review the tools of asking" });
  await review.getByRole("button", { name: /^Accept all/ }).click();
  await expect(review).toBeHidden();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type("say hi");
  await page.keyboard.press("Enter");
  await approvals(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("That was all.")).toBeVisible();

  const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
  console.log(`From an unreviewed server to its first approved call: ${presses} presses, ${seconds} s.`);
  expect(presses).toBeLessThanOrEqual(mostPresses);
});
