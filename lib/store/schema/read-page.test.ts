import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { record } from "#lib/store/audit/record.ts";
import { recordedCalls } from "#lib/store/calls/calls-to-replay.ts";
import { callsFromOutside } from "#lib/store/chats/client-sessions.ts";
import { openOfTools } from "#lib/store/approvals/open-approvals.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { sealAudit, sealsAfter } from "#lib/store/audit/seal-audit.ts";
import { readPage } from "./read-page.ts";

const mostOfPage = 1_100_000;

test("G8: whatever people store, each reading of it by pages stays small and leaves nothing out", async () => {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" })] });
  const text = "x".repeat(60_000);
  const calls = Array.from({ length: 5 }, (_, n) => ({ name: "pay", id: `call_${n}`, args: { n, text } }));
  for (let chat = 0; chat < 8; chat += 1) await world.begin({ calls });
  const db = world.store.db;
  const small = (rows: object[]) => {
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows).length).toBeLessThan(mostOfPage * 1.2);
  };

  let recorded = 0;
  for await (const page of recordedCalls(world.store, { withinMs: null })) {
    small(page);
    recorded += page.length;
  }
  expect(recorded).toBe(40);

  const call = await db.selectFrom("tool_calls").select(["wire_name", "chat_id"]).executeTakeFirstOrThrow();
  const open: string[] = [];
  for (;;) {
    const page = await openOfTools(world.store, { wireNames: [call.wire_name], after: open.at(-1) ?? "" });
    if (page.length === 0) break;
    small(page);
    open.push(...page.map(({ id }) => id));
  }
  expect(new Set(open).size).toBe(40);

  await db.updateTable("tool_calls").set({ caller: "gateway:here", chat_id: call.chat_id }).execute();
  const session = await callsFromOutside(world.store, call.chat_id, 50);
  small(session.rows);
  expect(session.isCut).toBe(true);

  const event = { kind: "suggestion-dismissed", tool: text, digest: "" } as const;
  const events = Array.from({ length: 40 }, () => event);
  await inTransaction(world.store, (trx) => record(world.store, trx, { personId: world.person.id }, ...events));
  const all = await sealAudit(world.store);
  for (let sealed = 0; sealed < all;) {
    const page = await sealsAfter(world.store, sealed, 5_000);
    small(page);
    sealed += page.length;
  }
});

test("G8: a row that is larger than a page makes one", async () => {
  const { store } = await gateWorld({ tools: [] });
  const notes = ["x".repeat(2_000_000), "y", "z"].map((text, at) => ({
    id: `${at}`,
    person_id: "p1",
    created_at: 0,
    text,
  }));
  await store.db.insertInto("notes").values(notes).execute();
  const rows = store.db.selectFrom("notes").select("id").orderBy("id");
  expect(await readPage(rows, ["text"], 2)).toEqual({ rows: [{ id: "0" }], isCut: true });
  expect(await readPage(rows.where("id", ">", "0"), ["text"], 2)).toEqual({
    rows: [{ id: "1" }, { id: "2" }],
    isCut: false,
  });
  expect(await readPage(rows.where("id", ">", "2"), ["text"], 2)).toEqual({ rows: [], isCut: false });
});
