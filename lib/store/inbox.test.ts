import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { inboxOf, inboxRow } from "./inbox.ts";

test("a page of the inbox is what waited longest, with its call and its chat, and is one person's own", async () => {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" })] });
  for (const amount of [1, 2, 3]) {
    await world.begin({ calls: [{ name: "pay", args: { amount } }] });
    await world.advance(1_000);
  }
  const page = (offset: number, limit: number, personId = world.person.id) =>
    inboxOf(world.store, personId, { status: "pending", offset, limit });
  const amounts = async (...[offset, limit]: [number, number]) =>
    (await page(offset, limit)).map(({ arguments_json }) => arguments_json);
  expect(await amounts(0, 2)).toEqual(['{"amount":1}', '{"amount":2}']);
  expect(await amounts(2, 2)).toEqual(['{"amount":3}']);
  expect(await amounts(3, 2)).toEqual([]);
  expect(await page(0, 10, world.stranger.id)).toEqual([]);
  const [first] = await page(0, 1);
  expect(first).toMatchObject({ status: "pending", call_state: "waiting", person_id: world.person.id });
  expect(first?.prompt_parts_json).toContain("text");
  expect(await inboxRow(world.store, world.person.id, first?.id ?? "")).toEqual(first);
  expect(await inboxRow(world.store, world.stranger.id, first?.id ?? "")).toBeUndefined();
});
