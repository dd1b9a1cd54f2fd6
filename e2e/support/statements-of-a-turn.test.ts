import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { restOf } from "./ask-by-route.ts";
import { fakeTool } from "./fake-tool.ts";
import { gatewayWorld } from "./gateway-world.ts";
import { routesWorld } from "./routes-world.ts";

/** From the message to the last word, with one approval between them. More is slower: think twice before raising these. */
const most = { statements: 60, transactions: 7 };

test("a turn with an approval asks the store no more than it must", async () => {
  const heard: string[] = [];
  const store = sqliteDatabase({ file: ":memory:", onStatement: (text) => heard.push(text) });
  await migrate(store);
  const world = await routesWorld({ tools: [fakeTool("pay", { flag: "always" })], store });
  const headers = world.asPerson();
  const chatId = randomUUID();
  world.model.tell(chatId, [{ calls: [{ name: "srv__pay" }] }]);
  heard.length = 0;
  const body = { chatId, message: { id: randomUUID(), text: chatId } };
  const answer = await world.call("POST", "/api/chat", { body, headers });
  const whole = answer.text();
  await restOf(world, chatId);
  const asked = { chatId, toolCallId: "call_1", action: "accept" };
  expect((await world.call("POST", "/api/chat/elicitation", { body: asked, headers })).status).toBe(200);
  expect(await whole).toContain('"type":"finish"');
  await restOf(world, chatId);
  const told = heard.splice(0);
  const [approval] = await store.db.selectFrom("approvals").selectAll().where("chat_id", "=", chatId).execute();
  await world.close();
  await store.close();
  // Statements for others, and those of this test, do not belong to the turn.
  const about = told.filter(
    (text) =>
      isAbout(text, [chatId, approval?.run_id ?? "?", approval?.id ?? "?"]) &&
      !text.startsWith('select "id", "status" from "runs"'),
  );
  expect(about.length, about.join("\n")).toBeLessThanOrEqual(most.statements);
  expect(transactionsIn(told, (text) => about.includes(text))).toBeLessThanOrEqual(most.transactions);
});

/** Of a client, from its request to its answer. */
const mostOfCall = { statements: 36, transactions: 3 };

test("a call of a client that asks nobody asks the store no more than it must, and is over when it answers", async () => {
  const heard: string[] = [];
  const store = sqliteDatabase({ file: ":memory:", onStatement: (text) => heard.push(text) });
  await migrate(store);
  const world = await gatewayWorld({ tools: [fakeTool("look", { flag: "never" })], store });
  const client = await world.connect("client 2, new era");
  // The first call makes its session.
  await client.call("srv__look");
  heard.length = 0;
  await client.call("srv__look");
  const told = heard.splice(0);
  const runs = await store.db.selectFrom("runs").select("status").execute();
  expect(runs).toEqual([{ status: "done" }, { status: "done" }]);
  await client.close();
  await world.close();
  await store.close();
  expect(told.length, told.join("\n")).toBeLessThanOrEqual(mostOfCall.statements);
  expect(told.filter((text) => text === "begin immediate")).toHaveLength(mostOfCall.transactions);
});

/** SQLite tells only the beginning of a long value. */
function isAbout(text: string, ids: readonly string[]): boolean {
  return ids.some((id) => text.includes(id.slice(0, 20)));
}

function transactionsIn(told: readonly string[], counts: (text: string) => boolean): number {
  return told
    .join("\n")
    .split("begin immediate\n")
    .slice(1)
    .filter((text) => (text.split("\ncommit")[0] ?? "").split("\n").some(counts)).length;
}
