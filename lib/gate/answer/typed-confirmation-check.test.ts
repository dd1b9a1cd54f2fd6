import { expect, test } from "vitest";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, team, type Teammate } from "#e2e/support/team.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { wordsOf } from "#lib/audit/words.ts";

const high = { risk: 5, riskSource: "mcp.json" } as const;

async function asked(over: Partial<FakeTool> = high, args: JsonObject = { table: "orders" }) {
  const tool = fakeTool("drop_table", over);
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin([{ calls: [{ name: "drop_table", args }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  return { world, tool, chat, approval };
}

const notYet = (words: string) => ({
  refused: "unfit",
  message: expect.stringContaining(words),
  fields: [{ path: "confirm", message: `Type exactly: ${words}` }],
});

test("C14: a call of high risk runs only once its person has typed what it is aimed at", async () => {
  const { world, tool, chat, approval } = await asked();
  for (const confirm of [undefined, "", "Drop_Table", "drop_tabl", "drop_table2", "orders"]) {
    expect(await world.answer(chat, "accept", { confirm })).toMatchObject(notYet("drop_table"));
  }
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
  expect(await world.settle(chat, "accept", { confirm: " drop_table " })).toMatchObject({
    decided: { status: "accepted" },
  });
  expect(tool.ran).toHaveLength(1);
  const decided = (await world.audit(chat)).find(({ kind }) => kind === "approval-decided");
  expect(decided).toMatchObject({ typed: true });
  expect(wordsOf("approval-decided", decided ?? {})).toBe(
    "Approved in the app, proved with a password just before, after typing what it is aimed at",
  );
  // The same again is told so; without the words it is another answer.
  expect(await world.answer(approval.id, "accept", { confirm: "drop_table" })).toHaveProperty("decided");
  expect(await world.answer(approval.id, "accept")).toMatchObject({ refused: "settled" });
});

test("C14: the owner may name the argument that is typed, and an edit changes what has to be typed", async () => {
  const { world, tool, chat } = await asked({ ...high, confirmBy: "table" });
  expect(await world.answer(chat, "accept", { confirm: "drop_table" })).toMatchObject(notYet("orders"));
  const edited = { arguments: { table: "drafts" } };
  expect(await world.answer(chat, "accept", { ...edited, confirm: "orders" })).toMatchObject(notYet("drafts"));
  expect(await world.settle(chat, "accept", { ...edited, confirm: "drafts" })).toHaveProperty("decided");
  expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([{ table: "drafts" }]);
});

test.each([
  ["is only assessed as such", { risk: 5 }],
  ["is moderate", { risk: 3, riskSource: "mcp.json" }],
] as [string, Partial<FakeTool>][])("C14: nothing is typed where the risk %s", async (_, over) => {
  const { world, tool, chat } = await asked(over);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});

test("C14: nobody types anything to turn a high risk down", async () => {
  for (const action of ["decline", "cancel"] as const) {
    const { world, tool, chat } = await asked();
    expect(await world.settle(chat, action)).toHaveProperty("decided");
    expect(tool.ran).toEqual([]);
  }
});

test("C14: of several who sign a high risk each types for themselves", async () => {
  const { ana, cleo } = team;
  const who = { kind: "quorum", needed: 2, people: ["cleo"], roles: ["reviewer"] } as const;
  const { world, tool, chat, approval } = await asked({ ...high, who, confirmBy: "table" });
  const sign = (person: Teammate, confirm?: string) => world.answer(approval.id, "accept", { person, confirm });
  expect(await sign(ana)).toMatchObject(notYet("orders"));
  expect(await sign(ana, "orders")).toMatchObject({ decided: { status: "pending" } });
  expect(await sign(cleo)).toMatchObject(notYet("orders"));
  expect(tool.ran).toEqual([]);
  expect(await sign(cleo, "orders")).toMatchObject({ decided: { status: "accepted" } });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  const signed = (await world.audit(chat)).filter(({ typed }) => typed === true).map(({ kind }) => kind);
  expect(signed).toEqual(["approval-signed", "approval-decided"]);
});

test("C14, row 25: once the owner names another argument, its value is typed, and the card says so", async () => {
  const { world, tool, chat } = await asked(high);
  tool.confirmBy = "table";
  const changed = {
    refused: "unfit",
    message: expect.stringContaining("What has to be typed to approve it was changed."),
  };
  expect(await world.answer(chat, "accept", { confirm: "drop_table" })).toMatchObject(changed);
  expect(await world.answer(chat, "accept", { confirm: "drop_table" })).toMatchObject(notYet("orders"));
  // An argument that is named no longer makes it no easier for a card that is open.
  tool.confirmBy = null;
  expect(await world.answer(chat, "accept", { confirm: "drop_table" })).toMatchObject(notYet("orders"));
  await world.settle(chat, "accept", { confirm: "orders" });
  expect(tool.ran).toHaveLength(1);
});
