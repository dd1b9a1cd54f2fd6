import { expect, test } from "vitest";
import { outcomeWords } from "#lib/approvals/outcome-words.ts";
import { wordsOf } from "#lib/audit/words.ts";
import { inboxIn } from "#lib/server/approvals/inbox.ts";
import { fakeTool } from "./fake-tool.ts";
import { gateWorld, type GateWorld } from "./gate-world.ts";

type Ending = {
  status: "declined" | "cancelled" | "expired";
  end: (world: GateWorld, chat: string) => Promise<unknown>;
  toModel: string;
  card: { stamp: string; by: string; world: string[] };
  audit: string;
  late: "settled" | "expired";
};

const endings: Ending[] = [
  {
    status: "declined",
    end: (world, chat) => world.settle(chat, "decline"),
    toModel: "the user (Kim) declined it",
    card: { stamp: "Declined", by: "by Kim", world: ["not run"] },
    audit: "Declined in the app, proved with a password just before",
    late: "settled",
  },
  {
    status: "cancelled",
    end: (world, chat) => world.settle(chat, "cancel"),
    toModel: "the user dismissed the question without answering it",
    card: { stamp: "Dismissed", by: "by Kim", world: ["not run"] },
    audit: "Dismissed in the app, proved with a password just before",
    late: "settled",
  },
  {
    status: "expired",
    end: async (world, chat) => {
      await world.advance(300_000);
      await world.process.sweep();
      await world.idle(chat);
    },
    toModel: "it timed out waiting for approval. Nobody declined it.",
    card: { stamp: "Expired", by: "", world: ["nobody answered", "not run"] },
    audit: "Expired: nobody answered in time",
    late: "expired",
  },
];

test.each(endings)(
  "S1.18, row 6, row 7: $status is told apart to the model, on the card, in the list, in the audit trail and to a late answer",
  async ({ status, end, toModel, card, audit, late }) => {
    const tool = fakeTool("wipe");
    const world = await gateWorld({ tools: [tool] });
    const chat = await world.begin([{ calls: [{ name: "wipe" }] }, { text: "done" }]);
    const [{ id } = { id: "" }] = await world.open(chat);
    await end(world, chat);
    const others = endings.filter((ending) => ending.status !== status);

    expect(world.lastPrompt()).toContain(toModel);
    for (const other of others) expect(world.lastPrompt()).not.toContain(other.toModel);

    const inbox = inboxIn(world.store);
    const item = await inbox.one(world.person.id, id);
    expect(item?.status).toBe(status);
    expect(item && outcomeWords(item.view)).toMatchObject(card);
    for (const each of endings) {
      const { items: listed } = await inbox.list(world.person.id, { status: each.status, offset: 0, limit: 10 });
      expect(listed.map((one) => one.id)).toEqual(each.status === status ? [id] : []);
    }

    const recorded = (await world.audit(chat)).filter(({ approval }) => approval === id).slice(1);
    expect(recorded.map(({ kind, ...detail }) => wordsOf(kind, detail))).toEqual([audit]);

    expect(await world.answer(id, "accept")).toMatchObject({ refused: late, status });
    expect(tool.ran).toEqual([]);
  },
);
