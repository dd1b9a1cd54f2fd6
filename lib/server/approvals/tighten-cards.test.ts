import { expect, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { logger } from "#lib/server/observe/log.ts";
import { watchedTools } from "#lib/store/policies/watched-tools.ts";
import { tightenCards } from "./tighten-cards.ts";

async function openCard() {
  const tool = fakeTool("pay", { risk: 2, flag: "always" });
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin([{ calls: [{ name: "pay", args: { to: "ACME" } }] }, { text: "done" }]);
  /** A process that looks at the cards from its start until it has kept what it looked at; whether that is new. */
  const start = async (version = 1) => {
    const before = JSON.stringify(await watchedTools(world.store));
    const cards = tightenCards({
      gate: world.process.gate,
      changes: { announce: () => {} },
      onToolsChange: () => () => {},
      toolsVersion: () => version,
      log: logger("silent", () => {}),
    });
    onTestFinished(() => cards.stop());
    cards.start();
    await cards.stop();
    return JSON.stringify(await watchedTools(world.store)) !== before;
  };
  const risk = async () => (await world.open(chat))[0]?.risk;
  return { world, tool, start, risk };
}

test("row 25: a start makes open cards as strict as tools that changed while no process ran", async () => {
  const { tool, start, risk } = await openCard();
  expect(await start()).toBe(true);
  expect(await risk()).toBe(2);
  Object.assign(tool, { risk: 4, riskSource: "mcp.json" });
  expect(await start()).toBe(true);
  expect(await risk()).toBe(4);
});

test("row 25: a start reads no open cards of tools that are watched as they were", async () => {
  const { world, tool, start, risk } = await openCard();
  Object.assign(tool, { risk: 3, riskSource: "mcp.json" });
  await start();
  expect(await risk()).toBe(3);
  // Nothing but a test does this: whoever read the card would put it right.
  await world.store.db.updateTable("approvals").set({ risk: 2 }).execute();
  expect(await start()).toBe(false);
  expect(await risk()).toBe(2);
  Object.assign(tool, { flag: "never" });
  expect(await start()).toBe(true);
  expect(await risk()).toBe(3);
});
