import type { GrantRequest } from "#lib/grants/grant.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import { expect } from "vitest";
import { fakeTool, type FakeTool } from "./fake-tool.ts";
import { gateWorld, type GateWorld, type WorldOptions } from "./gate-world.ts";

export const unbounded = { ends: null, maxUses: null, budget: null, when: null };
export const inChat: GrantRequest = { reach: "chat", ...unbounded };
export const hour = 3_600_000;

type Granted = { tool?: FakeTool; args?: object } & WorldOptions;

/** A chat whose first call of the tool was accepted with a grant. */
export async function granted(
  grant: GrantRequest,
  { tool = fakeTool("wipe"), args = { disk: "a" }, ...options }: Granted = {},
): Promise<{ world: GateWorld; tool: FakeTool; chat: string }> {
  const world = await gateWorld({ tools: [tool], ...options });
  const chat = await world.begin([{ calls: [{ name: tool.name, args }] }, { text: "Done." }]);
  expect(await world.settle(chat, "accept", { grant })).toMatchObject({ decided: { status: "accepted" } });
  expect(tool.ran).toHaveLength(1);
  return { world, tool, chat };
}

let posts = 0;

/** The next message of a chat, whose answer makes these calls; how many questions are open then. */
export async function call(world: GateWorld, chat: string, name: string, ...many: object[]): Promise<number> {
  const text = `post ${(posts += 1)}`;
  const calls = many.map((args, index) => ({ name, args, id: `c${posts}-${index}` }));
  world.tell(text, [{ calls }, { text: "Done." }]);
  await world.post(chat, text);
  await world.idle(chat);
  return (await world.open(chat)).length;
}

/** Every grant there is, in the order in which they were given. */
export function grantsIn(world: GateWorld): Promise<GrantRow[]> {
  return world.store.db.selectFrom("grants").selectAll().orderBy("given_at").orderBy("id").execute();
}
