import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { addPeople, team, type Teammate } from "#e2e/support/team.ts";
import { endSessions } from "#lib/store/people/people.ts";
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

test.each<[string, Who]>([
  ["answers", other],
  ["signs", two],
])("B11: whoever %s and is signed out before that is committed has not", async (_, who) => {
  const tool = fakeTool("wire", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin([{ calls: [{ name: "wire", args: {} }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  const tokenHash = await sessionOf(world.store, ana.id);
  let answered = false;
  const taken = Promise.withResolvers<void>();
  const held = world.store.db.transaction().execute(async (trx) => {
    await endSessions(world.store, trx, ana.id);
    taken.resolve();
    await until(async () => answered || (await waitsForLock(world.store)), "the answer to wait for its turn");
  });
  await taken.promise;
  const answer = world.answer(approval?.id ?? "", "accept", { person: ana, tokenHash });
  const outcome = answer.finally(() => (answered = true));
  await held;
  expect(await outcome).toMatchObject({ refused: "forbidden" });
  expect(await world.approvals(chat)).toMatchObject([{ status: "pending" }]);
  expect((await world.audit(chat)).map(({ kind }) => kind)).not.toContain("approval-signed");
  expect(tool.ran).toEqual([]);
});
