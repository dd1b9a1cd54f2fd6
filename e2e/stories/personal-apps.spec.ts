import { againApp } from "../support/app-pages.ts";
import { press } from "../support/look.ts";
import { signInServer } from "../support/sign-in-server.ts";
import { approvals, expect, modelEnv, openChat, say, test } from "../support/story.ts";

test("M170: an app of a server where people sign in for themselves is reviewed, shown and called as the person who looks", async ({
  page,
  context,
  launch,
  model,
}) => {
  const far = await signInServer({ app: () => againApp });
  try {
    far.signInAs("ona@far");
    const endpoint = await model([[{ call: "far__order", arguments: {} }], ["Here it is."]]);
    const app = await launch({ env: modelEnv(endpoint), mcp: { mcpServers: { far: { url: far.url } } } });
    await openChat(page, app, "/");
    await page.goto(`${app.url}/tools`);
    const section = page.getByRole("region", { name: "far", exact: true });
    await section.getByRole("button", { name: "Sign in to far" }).click();
    const opened = context.waitForEvent("page");
    await section.getByRole("button", { name: `Open ${new URL(far.issuer).host}` }).click();
    await expect((await opened).getByRole("heading", { name: "You are signed in to far" })).toBeVisible();
    await page.bringToFront();
    await section.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: /each asks$/ }).click();
    await section.getByLabel("Show its apps").click();
    await page
      .getByRole("dialog", { name: "Reduce human oversight?" })
      .getByRole("button", { name: "Reduce oversight" })
      .click();
    await expect(section.getByText("1 app needs review. Nobody is shown it yet.")).toBeVisible();
    await section.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review the tools of far" });
    await review.getByRole("button", { name: "Accept ui://far/order" }).click();
    await expect(review).toBeHidden();

    await openChat(page, app, "/");
    await say(page, "show my order");
    const approve = (within = approvals(page)) => press(within.getByRole("button", { name: /^Approve/ }));
    await approve();
    await expect(page.getByText("Here it is.")).toBeVisible();
    const panel = page.getByRole("region", { name: "App of far" });
    const frame = panel.frameLocator("iframe");
    await expect(frame.getByText("The order of ona@far.", { exact: true })).toBeVisible();
    await frame.getByRole("button", { name: "Again" }).click();
    await approve(panel.getByRole("group", { name: /^Approval needed/ }));
    await expect(frame.getByText("Again: The order of ona@far.")).toBeVisible();
    expect(far.calls).toEqual([1, 2].map(() => ({ tool: "order", account: "ona@far" })));
    expect(new Set(far.appReaders)).toEqual(new Set(["ona@far"]));
  } finally {
    far.close();
  }
});
