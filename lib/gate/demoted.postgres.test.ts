import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { addPeople, team, type Teammate } from "#e2e/support/team.ts";
import type { Who } from "#lib/people/who.ts";

const { ana, ben } = team;
const other: Who = { kind: "other" };
const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };

test.each<[string, Who, Teammate]>([
  ["the one who answers", other, ana],
  ["one who signed before", two, ana],
  ["who gives the last signature", two, ben],
])("B11: the right of %s is taken away while the answer is on its way: it does not count", async (_, who, demoted) => {
  const tool = fakeTool("wire", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin([{ calls: [{ name: "wire", args: {} }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  const say = (person: Teammate) => world.answer(approval?.id ?? "", "accept", { person });
  if (who === two) await say(ana);
  const answerer = who === two ? ben : ana;
  let answered = false;
  const taken = Promise.withResolvers<void>();
  const held = world.store.db.transaction().execute(async (trx) => {
    await trx.updateTable("people").set({ role: "member" }).where("id", "=", demoted.id).execute();
    taken.resolve();
    await until(async () => answered || (await waitsForLock(world.store)), "the answer to wait for its turn");
  });
  await taken.promise;
  const outcome = say(answerer).finally(() => (answered = true));
  await held;
  await outcome;
  await world.idle(chat);
  expect(await world.approvals(chat)).toMatchObject([{ status: "pending" }]);
  expect(tool.ran).toEqual([]);
});
