import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { inboxOf, inboxRow, type ApprovalFilter } from "./inbox.ts";

test("a page of the inbox is what waited longest, with its call and its chat, and is one person's own", async () => {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" })] });
  for (const amount of [1, 2, 3]) {
    await world.begin({ calls: [{ name: "pay", args: { amount } }] });
    await world.advance(1_000);
  }
  const page = (offset: number, limit: number, personId = world.person.id) =>
    inboxOf(world.store, personId, { status: "pending", offset, limit });
  const amounts = async (...[offset, limit]: [number, number]) =>
    (await page(offset, limit)).rows.map(({ arguments_json }) => arguments_json);
  expect(await amounts(0, 2)).toEqual(['{"amount":1}', '{"amount":2}']);
  expect(await amounts(2, 2)).toEqual(['{"amount":3}']);
  expect(await amounts(3, 2)).toEqual([]);
  expect(await page(0, 10, world.stranger.id)).toEqual({ rows: [], isCut: false });
  const { rows } = await page(0, 1);
  const [first] = rows;
  expect(first).toMatchObject({ status: "pending", call_state: "waiting", person_id: world.person.id });
  expect(first?.prompt_parts_json).toContain("text");
  expect(await inboxRow(world.store, world.person.id, first?.id ?? "")).toEqual(first);
  expect(await inboxRow(world.store, world.stranger.id, first?.id ?? "")).toBeUndefined();
});

test("S2.17: the list is filtered by run, person, tool, server, chat, status and time, and by all of them together", async () => {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" }), fakeTool("wipe", { flag: "always" })] });
  const chats: string[] = [];
  for (const name of ["pay", "wipe", "pay"]) {
    chats.push(await world.begin({ calls: [{ name, args: {} }] }));
    await world.advance(1_000);
  }
  await world.settle(chats[2] ?? "", "decline");
  const [first, second, third] = await Promise.all(chats.map(async (chat) => (await world.approvals(chat))[0]));
  if (!first || !second || !third) throw new Error("Three questions were to be asked.");
  const listed = async (filter: Partial<ApprovalFilter>) => {
    const page = { status: "pending", offset: 0, limit: 9, ...filter } as const;
    const { rows } = await inboxOf(world.store, world.person.id, page);
    return rows.map(({ id }) => id);
  };
  expect(await listed({})).toEqual([first.id, second.id]);
  expect(await listed({ status: "declined" })).toEqual([third.id]);
  expect(await listed({ tool: "wipe" })).toEqual([second.id]);
  expect(await listed({ tool: "none" })).toEqual([]);
  const [call] = await world.calls(chats[0] ?? "");
  expect(await listed({ server: call?.server_id })).toEqual([first.id, second.id]);
  expect(await listed({ server: "none" })).toEqual([]);
  expect(await listed({ runId: second.run_id })).toEqual([second.id]);
  expect(await listed({ chat: first.chat_id })).toEqual([first.id]);
  expect(await listed({ userId: world.person.id })).toEqual([first.id, second.id]);
  expect(await listed({ userId: world.stranger.id })).toEqual([]);
  expect(await listed({ since: second.requested_at })).toEqual([second.id]);
  expect(await listed({ since: second.requested_at, tool: "pay", userId: world.person.id })).toEqual([]);
});
