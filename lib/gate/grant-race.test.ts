import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { granted, grantsIn, inChat } from "#e2e/support/granting.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { grantTool } from "#lib/gate/answer/grant-tool.ts";
import { mostStandingGrants } from "#lib/store/approvals/grants.ts";

test("A11: of 20 calls that start at once in two processes, as many run as were granted, and a person is asked about the others", async () => {
  const budget = { argument: "amount", total: 7 };
  for (const bound of [{ maxUses: 7 }, { budget }]) {
    const { world, tool } = await granted({ ...inChat, reach: "everywhere", ...bound }, { args: { amount: 1 } });
    const calls = (chat: string) =>
      Array.from({ length: 10 }, (_, at) => ({ name: "wipe", args: { amount: 1, at }, id: `${chat}-${at}` }));
    const second = world.start();
    for (const chat of ["first-chat", "second-chat"]) world.tell(chat, [{ calls: calls(chat) }, { text: "Done." }]);
    const one = world.post("first-chat", "first-chat");
    world.process = second;
    await Promise.all([one, world.post("second-chat", "second-chat")]);
    await world.idle("first-chat");
    await world.idle("second-chat");
    const asked = (await world.open("first-chat")).length + (await world.open("second-chat")).length;
    expect(tool.ran.length - 1).toBe(7);
    expect(asked).toBe(13);
    expect(await grantsIn(world)).toMatchObject([{ uses: 7, ended_by: "used-up" }]);
    const audit = [...(await world.audit("first-chat")), ...(await world.audit("second-chat"))];
    const uses = audit.flatMap((entry) => (entry.kind === "grant-used" ? [entry["uses"]] : []));
    expect(new Set(uses)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(world.errors).toEqual([]);
  }
});

test("G14: of grants that one person gives all at once, no more stand than one may have", async () => {
  const tool = fakeTool("wipe", { risk: 3 });
  const world = await gateWorld({ tools: [tool] });
  const request = { ...inChat, reach: "everywhere" as const };
  const tokenHash = await sessionOf(world.store, "p1");
  const given = { personId: "p1", tokenHash, wireName: "wipe", fingerprint: tool.fingerprint, request };
  const all = Array.from({ length: mostStandingGrants + 5 }, () => grantTool(world.process.gate, given));
  const refused = (await Promise.all(all)).filter((outcome) => "problems" in outcome);
  expect(await grantsIn(world)).toHaveLength(mostStandingGrants);
  expect(refused).toHaveLength(5);
});
