import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import type { ClearedCall, Progress } from "#lib/gate/contract/tool.ts";
import { tellProgress } from "./tell-progress.ts";

const queued: Progress = {
  progress: 0,
  total: null,
  message: "Waits for a free connection.",
  isQueued: true,
  until: "connection",
};
const form = { mode: "form", message: "Sure?", requestedSchema: { type: "object" }, url: null } as const;

/** A call whose server asks, in a chat of its person, and another call of the same server. */
async function world() {
  const asks = fakeTool("ask", {
    flag: "never",
    act: async ({ elicit, signal }: ClearedCall) => said(JSON.stringify(await elicit(form, signal).catch(String))),
  });
  const here = await gateWorld({ tools: [asks, fakeTool("other", { flag: "never" })] });
  here.tell("go", [{ calls: [{ name: "ask" }] }]);
  await here.post("holds", "go");
  await until(async () => (await here.open("holds")).length === 1, "the question");
  const chat = await here.begin([{ calls: [{ name: "other" }] }, { text: "done" }]);
  const [call] = await here.calls(chat);
  if (call === undefined) throw new Error("There is no other call.");
  return { here, call };
}

test("S4.23: a call that waits for a connection is told in which chat of its person a form holds it, until it runs", async () => {
  const { here, call } = await world();
  const told: Progress[] = [];
  const { progress, stop } = tellProgress(here.process.gate, call, (each) => told.push(each));
  progress(queued);
  await until(() => told.length === 2, "what holds it");
  const [title] = await here.store.db.selectFrom("chats").select("title").where("id", "=", "holds").execute();
  expect(told).toEqual([queued, { ...queued, until: { chat: { id: "holds", title: title?.title } } }]);
  await here.settle("holds", "decline");
  await until(() => told.length === 3, "the end of the question");
  expect(told[2]).toEqual(queued);
  progress({ progress: 0, total: null, message: null });
  stop();
  expect(told).toHaveLength(4);
});

test("S4.23: of another person's chat, and of the session of a client, it is told nothing but that there is one", async () => {
  const { here, call } = await world();
  const latest = async () => {
    const told: Progress[] = [];
    const { progress, stop } = tellProgress(here.process.gate, call, (each) => told.push(each));
    progress(queued);
    await until(() => told.length === 2, "what holds it");
    stop();
    return told[1]?.until;
  };
  await here.store.db.updateTable("chats").set({ origin: "gateway" }).where("id", "=", "holds").execute();
  expect(await latest()).toEqual({ chat: null });
  const { db } = here.store;
  await db
    .updateTable("chats")
    .set({ origin: "chat", person_id: here.stranger.id })
    .where("id", "=", "holds")
    .execute();
  expect(await latest()).toEqual({ chat: null });
  // A call of another server waits for none of this one's questions.
  const told: Progress[] = [];
  const elsewhere = { ...call, server_id: "elsewhere" };
  const { progress, stop } = tellProgress(here.process.gate, elsewhere, (each) => told.push(each));
  progress(queued);
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop();
  expect(told).toEqual([queued]);
});
