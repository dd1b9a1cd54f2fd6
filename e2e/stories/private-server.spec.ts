import { startServer } from "../support/servers/start-server.ts";
import { expect, openChat, test } from "../support/story.ts";

test("E9: a server on this computer is connected to after its address was named and agreed to", async ({
  page,
  launch,
}) => {
  const web = await startServer("asking-server.ts");
  try {
    const app = await launch({ mcp: { mcpServers: {} } });
    await openChat(page, app, "/");
    await page.goto(`${app.url}/tools`);
    await page.getByRole("button", { name: "Add server" }).click();
    const form = page.getByRole("dialog", { name: "Add a tool server" });
    await form.getByLabel("Name").fill("near");
    await form.getByLabel("Address", { exact: true }).fill(web.url);
    await form.getByRole("button", { name: "Add server" }).click();
    await expect(form).toBeHidden();
    const near = page.getByRole("region", { name: "near", exact: true });
    await near.getByRole("button", { name: "Connect to this address" }).click();
    const asking = page.getByRole("dialog", { name: "Connect into a private network?" });
    await expect(asking).toContainText("to 127.0.0.1. Agree only if you know what listens there.");
    await asking.getByRole("button", { name: "Keep it as it is" }).click();
    await expect(asking).toBeHidden();
    await expect(near.getByText(/not started ·/)).toBeVisible();
    await near.getByRole("button", { name: "Connect to this address" }).click();
    await asking.getByRole("button", { name: "Connect to this address" }).click();
    await expect(near.getByText(/^up ·/)).toBeVisible();
  } finally {
    await web.stop();
  }
});
