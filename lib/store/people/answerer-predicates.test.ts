import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { mayAnswer } from "#lib/people/may-answer.ts";
import { roles } from "#lib/people/role.ts";
import type { Who } from "#lib/people/who.ts";
import { insertAnswer } from "#lib/store/approvals/approval-answers.ts";
import { answerApproval } from "#lib/store/approvals/approvals.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { presentHands } from "./hands.ts";
import { answerableBy, answerersAmong, insertSigners } from "./answerer-predicates.ts";

const ids = ["p1", "p2", "p3"];
const who = fc.oneof(
  fc.constant<Who>({ kind: "self" }),
  fc.constant<Who>({ kind: "other" }),
  fc.record<Extract<Who, { kind: "quorum" }>>({
    kind: fc.constant("quorum"),
    needed: fc.integer({ min: 1, max: 3 }),
    people: fc.subarray([...ids, "nobody"]),
    roles: fc.subarray([...roles]),
  }),
);

const hand = fc.record({
  personId: fc.constantFrom(...ids),
  byId: fc.constantFrom(...ids),
  asOwner: fc.boolean(),
  isRecent: fc.boolean(),
});

test("B1, B17: the statements say of every question and person what the words say", async () => {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" })] });
  const { store } = world;
  await store.db.insertInto("people").values({ id: "p3", name: "Flo", created_at: 0 }).execute();
  const chat = await world.begin({ calls: [{ name: "pay", args: {} }] });
  const key = ({ personId, byId, asOwner }: { personId: string; byId: string; asOwner: boolean }) =>
    JSON.stringify([personId, byId, asOwner]);
  const hands = fc.uniqueArray(hand, { maxLength: 3, selector: key });
  const cast = fc.record({ who, roles: fc.tuple(...ids.map(() => fc.constantFrom(...roles))), hands });
  await fc.assert(
    fc.asyncProperty(cast, async ({ who: given, roles: parts, hands: laid }) => {
      for (const [index, id] of ids.entries()) {
        await store.db
          .updateTable("people")
          .set({ role: parts[index] ?? "member" })
          .where("id", "=", id)
          .execute();
      }
      await inTransaction(store, async (trx) => {
        await trx.deleteFrom("approval_signers").execute();
        await trx.deleteFrom("account_hands").execute();
        for (const { personId, byId, asOwner, isRecent } of laid) {
          const at = sql<number>`${store.now} - ${sql.lit(isRecent ? 0 : 30 * 24 * 60 * 60 * 1000)}`;
          await trx
            .insertInto("account_hands")
            .values({ person_id: personId, by_id: byId, as_owner: asOwner ? 1 : 0, at })
            .execute();
        }
        const [row] = await trx.updateTable("approvals").set({ who_kind: given.kind }).returning("id").execute();
        await insertSigners(trx, row?.id ?? "", given);
      });
      const recent = laid.filter(({ isRecent }) => isRecent);
      expect((await presentHands(store)).map(key).toSorted()).toEqual(recent.map(key).toSorted());
      const may = ids.filter((id, index) => mayAnswer(given, "p1", { id, role: parts[index] ?? "member" }, recent));
      const asked: string[] = [];
      for (const id of ids) {
        const rows = await store.db.selectFrom("approvals").select("id").where(answerableBy(store, id)).execute();
        if (rows.length > 0) asked.push(id);
      }
      expect(asked).toEqual(may);
      const told = await answerersAmong(store, { personIds: ids, chatIds: [chat] });
      expect(told.toSorted()).toEqual(given.kind === "self" ? [] : may);
    }),
    { numRuns: 300 },
  );
});

test("the store is not asked when nobody watches or no chat changed", async () => {
  const store = await openTestDatabase();
  expect(await answerersAmong(store, { personIds: [], chatIds: ["chat"] })).toEqual([]);
  expect(await answerersAmong(store, { personIds: ["p1"], chatIds: [] })).toEqual([]);
});

test("row 9, I1: the statement that accepts counts the signatures itself, whatever was counted before it", async () => {
  const who: Who = { kind: "quorum", needed: 2, people: ["p2", "p3"], roles: [] };
  const world = await gateWorld({ tools: [fakeTool("pay", { who })] });
  const { store } = world;
  await store.db.insertInto("people").values({ id: "p3", name: "Flo", created_at: 0 }).execute();
  const chat = await world.begin({ calls: [{ name: "pay", args: {} }] });
  const [row] = await world.open(chat);
  const [id, digest] = [row?.id ?? "", row?.digest ?? ""];
  const accept = () =>
    inTransaction(store, (trx) => {
      const decision = { action: "accept", endedBy: "person" };
      return answerApproval(store, trx, { id, personId: "p2", digest, status: "accepted", decision, answerHash: "" });
    });
  const sign = (personId: string) =>
    inTransaction(store, (trx) => {
      const said = { digest, action: "accept", note: null, via: "chat", answerHash: "" } as const;
      return insertAnswer(store, trx, { approvalId: id, personId, ...said });
    });
  expect(await accept()).toBeUndefined();
  await sign("p2");
  expect(await accept()).toBeUndefined();
  await sign("p3");
  expect(await accept()).toMatchObject({ status: "accepted" });
});
