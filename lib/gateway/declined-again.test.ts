import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";

test("C13, S0.23: a client whose call was declined asks about the same call no more for some minutes, by whatever name", async () => {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gatewayWorld({ tools: [wipe] });
  const key = await world.keyWith();
  const client = await world.connect("sdk 1", { key });
  const name = (await client.list()).find((tool) => tool.name.includes("wipe"))?.name ?? "";
  const first = client.call(name, { disk: "a", force: true });
  expect(await world.answer((await world.opened())[0], "reject")).toBe(200);
  expect(await first).toMatchObject({ isError: true });
  const other = await world.connect("client 2, new era", { key, name: "other" });
  for (const again of [client, client, other]) {
    expect(await again.call(name, { force: true, disk: "a" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("declined exactly this call less than 3 minutes ago") }],
    });
  }
  expect(await world.open()).toEqual([]);
  // Other arguments ask, and so does another key.
  const ended = [client.call(name, { disk: "b" })];
  const [asked] = await world.opened();
  expect(await world.answer(asked, "approve")).toBe(200);
  ended.push((await world.connect("sdk 1")).call(name, { disk: "a", force: true }));
  expect(await world.answer((await world.opened())[0], "approve")).toBe(200);
  await Promise.all(ended);
  expect(wipe.ran).toHaveLength(2);
  // Later it asks again.
  const aged = world.database.db.updateTable("approvals").where("status", "=", "declined");
  await aged.set((row) => ({ decided_at: row("decided_at", "-", 180_000) })).execute();
  const later = client.call(name, { disk: "a", force: true });
  expect(await world.answer((await world.opened())[0], "approve")).toBe(200);
  expect(await later).not.toMatchObject({ isError: true });
});
