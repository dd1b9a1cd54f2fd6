import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { onBehalfOf, whoseWork } from "#lib/store/engine/fair-turns.ts";

test("G23: a run waits for the store among its own person's work, whoever answers and whatever goes on with it", async () => {
  const whose: (string | undefined)[] = [];
  const tool = fakeTool("wipe", {
    act: () => {
      whose.push(whoseWork());
      return said("ok");
    },
  });
  const world = await gateWorld({ tools: [tool] });
  const asked = { calls: [{ name: "wipe" }] };
  const answered = await world.begin(asked);
  await onBehalfOf("somebody else", () => world.settle(answered, "accept"));
  const left = await world.begin(asked);
  await world.crash();
  await onBehalfOf("somebody else", () => world.settle(left, "accept"));
  const revived = await world.begin(asked);
  world.process.gate.resume = async () => {};
  await world.answer(revived, "accept");
  await world.crash();
  await world.idle(revived);
  expect(whose).toEqual([world.person.id, world.person.id, world.person.id]);
});
