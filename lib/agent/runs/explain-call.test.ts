import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import type { Said } from "#e2e/support/told-model.ts";
import { explanationRequest } from "#lib/approvals/explanation.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { explanationsOf } from "#lib/store/approvals/explanations.ts";
import { explainCall } from "./explain-call.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

/** A chat whose card waits, and a function that asks about it and resolves to what stands on the card then. */
async function waiting() {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  const [approval] = await world.open(chat);
  const approvalId = approval?.id ?? "";
  const personId = world.person.id;
  const ask = (question: string, by = personId) =>
    explainCall(world.process.agent, { approvalId, personId: by, question });
  const answered = async () => {
    const read = () => explanationsOf(world.store, { approvalId, personId });
    await until(
      async () => (await read()).every(({ answer, problem }) => answer !== null || problem !== null),
      "words",
    );
    return read();
  };
  const says = (question: string, said: Said) => {
    if (approval) world.tell(explanationRequest(viewOf(approval, "waiting"), question), [said]);
  };
  return { world, tool, chat, approvalId, ask, says, answered };
}

test("C71: the agent explains a call without tools; the card stays as it is and can be approved", async () => {
  const { world, tool, chat, approvalId, ask, says, answered } = await waiting();
  const [before] = await world.open(chat);
  // The model calls a tool where it was asked to explain: that call is not even proposed.
  says("Which disk?", { text: "It wipes disk a.", calls: [{ name: "wipe", args: { disk: "b" } }] });
  expect(await ask("Which disk?")).toMatchObject({ asked: { question: "Which disk?", problem: null } });
  expect(await answered()).toMatchObject([{ question: "Which disk?", answer: "It wipes disk a.", problem: null }]);
  const asked = world.model.requests.at(-1);
  expect(asked?.tools ?? []).toEqual([]);
  expect(JSON.stringify(asked?.prompt)).toContain("Which disk?");
  expect(JSON.stringify(asked?.prompt)).toContain(chat);
  expect(await world.open(chat)).toEqual([before]);
  expect(tool.ran).toEqual([]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "verdict-given")).toHaveLength(1);
  expect(await world.audit(chat)).toContainEqual(expect.objectContaining({ kind: "explanation-asked" }));
  expect(await world.settle(chat, "accept")).toMatchObject({ decided: { approvalId } });
  expect(tool.ran).toHaveLength(1);
  expect(await ask("And now?")).toEqual({ refused: "not-open" });
});

test("C71: an answer with a character that PostgreSQL cannot hold is there, without it", async () => {
  const { ask, says, answered } = await waiting();
  says("Which disk?", { text: "It wipes\u0000 disk a." });
  await ask("Which disk?");
  expect(await answered()).toMatchObject([{ answer: "It wipes disk a.", problem: null }]);
});

test("P41: a question that comes while the card is answered is not on record as asked before the answer", async () => {
  const { world, chat, approvalId } = await waiting();
  const { agent } = world.process;
  const { database } = agent.gate;
  const answeredFirst = new Proxy(database.db, {
    get: (db, name) => {
      if (name === "transaction") {
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>["execute"]>[0]) => {
            await world.settle(chat, "accept");
            return db.transaction().execute(work);
          },
        });
      }
      const value: unknown = Reflect.get(db, name);
      return typeof value === "function" ? (value.bind(db) as unknown) : value;
    },
  });
  const late = { ...agent, gate: { ...agent.gate, database: { ...database, db: answeredFirst } } };
  const asked = { approvalId, personId: world.person.id, question: "Which disk?" };
  expect(await explainCall(late, asked)).toEqual({ refused: "not-open" });
  const kinds = (await world.audit(chat)).map(({ kind }) => kind);
  expect(kinds).toContain("approval-decided");
  expect(kinds).not.toContain("explanation-asked");
});

test("C71: only who may answer a card asks about it, and a model that fails says why", async () => {
  const { world, ask, says, answered } = await waiting();
  expect(await ask("Which disk?", world.stranger.id)).toEqual({ refused: "unknown" });
  says("Which disk?", { text: "" });
  expect(await ask("Which disk?")).toHaveProperty("asked");
  expect(await answered()).toMatchObject([{ answer: null, problem: expect.stringContaining("no answer") }]);
});

test("C71, P42: whoever answers for others is told of the chat what led to the call, and sees no one else's questions", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe", { who: { kind: "other" } })] });
  await addPeople(world.store);
  world.tell("my secret", [{ text: "Noted." }]);
  await world.post("chat", "my secret");
  await world.idle("chat");
  world.tell("wipe it", [{ calls }]);
  await world.post("chat", "wipe it");
  await world.idle("chat");
  const [approval] = await world.open("chat");
  const approvalId = approval?.id ?? "";
  const of = { approvalId, personId: team.ana.id };
  const ask = { ...of, question: "Why?" };
  expect(await explainCall(world.process.agent, { ...ask, personId: world.person.id })).toEqual({
    refused: "others-answer",
  });
  expect(await explainCall(world.process.agent, ask)).toHaveProperty("asked");
  expect(await world.audit("chat")).toContainEqual(
    expect.objectContaining({ kind: "explanation-asked", by: "ana", name: "Ana" }),
  );
  await until(async () => (await explanationsOf(world.store, of))[0]?.answer === "Done.", "the answer");
  expect(world.lastPrompt()).toContain("wipe it");
  expect(world.lastPrompt()).not.toContain("my secret");
  expect(await explanationsOf(world.store, { approvalId, personId: world.person.id })).toEqual([]);
});

test("C71: of questions that are asked at the same moment one is taken", async () => {
  const { ask, says, answered } = await waiting();
  const { promise: hold, resolve: goOn } = Promise.withResolvers<void>();
  const questions = [1, 2, 3, 4, 5].map((at) => `Which disk, ${at}?`);
  for (const question of questions) says(question, { text: "Disk a.", hold });
  const outcomes = await Promise.all(questions.map((question) => ask(question)));
  goOn();
  expect(outcomes.filter((outcome) => "asked" in outcome)).toHaveLength(1);
  expect(await answered()).toMatchObject([{ answer: "Disk a." }]);
});
