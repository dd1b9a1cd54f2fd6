import { randomInt } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { Random } from "#e2e/chaos/random.ts";
import { fakeDisk } from "#e2e/support/fake-disk.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { GateWorld, until } from "#e2e/support/gate-world.ts";
import { previewCall } from "#lib/gate/run/preview-call.ts";
import { latestPreview } from "#lib/store/approvals/previews.ts";
import type { ClearedCall, Tool } from "#lib/gate/contract/tool.ts";
import type { Database } from "#lib/store/engine/database.ts";

const begin = 1_700_000_000_000;
const string = { type: "string" };
/** What each call writes. The files of `changed` change after somebody looked and before they approve. */
const paths = ["same", "changed", "changed-for-good"];

/** A server with files, whose calls are tasks. It counts how often each was begun. */
function server(content: string, begins: (call: ClearedCall) => Promise<void> | void) {
  const files = new Map(paths.map((path) => [path, content]));
  const begun = new Map<string, number>();
  const read = fakeTool("read_file", {
    annotations: { readOnlyHint: true },
    risk: 0,
    inputSchema: { type: "object", properties: { path: string }, additionalProperties: false },
    act: ({ arguments: { path } }) => said(files.get(String(path)) ?? ""),
  });
  const write = fakeTool("write_file", {
    flag: "always",
    inputSchema: { type: "object", properties: { path: string, content: string } },
    act: async (call) => {
      const path = String(call.arguments["path"]);
      if (call.resumption === null) {
        await begins(call);
        begun.set(path, (begun.get(path) ?? 0) + 1);
      }
      await call.keepTask({ id: path, leftMs: 60_000, since: 1, answered: [] });
      return said("Wrote it.");
    },
  });
  const tools: Tool[] = [write, read];
  return { files, begun, tools };
}

function worldOn(store: Database, tools: Tool[]): GateWorld {
  const world = new GateWorld(store, { tools });
  onTestFinished(() => world.end());
  return world;
}

/** What a disk that lost its power has of a call. */
async function leftOf({ db }: Database, callId: string) {
  const call = await db.selectFrom("tool_calls").select("state").where("id", "=", callId).executeTakeFirst();
  const approvals = await db.selectFrom("approvals").select("status").where("call_id", "=", callId).execute();
  const audit = await db.selectFrom("audit").select("kind").where("call_id", "=", callId).execute();
  return { state: call?.state, statuses: approvals.map(({ status }) => status), kinds: audit.map(({ kind }) => kind) };
}

/** The process starts again on what is left, goes on, and everybody approves what waits. */
async function afterwards(store: Database): Promise<{ byItself: Map<string, number>; inAll: Map<string, number> }> {
  const { begun, tools } = server("something else", () => {});
  const world = worldOn(store, tools);
  for (const path of paths) world.tell(path, [{ text: "Done." }]);
  const rest = async () => {
    for (const path of paths) if ((await world.runs(path)).length > 0) await world.idle(path);
  };
  await world.advance(store.leaseMs);
  await world.process.resume();
  await rest();
  const byItself = new Map(begun);
  for (const path of paths) if ((await world.open(path)).length > 0) await world.answer(path, "accept");
  await rest();
  world.end();
  return { byItself, inAll: begun };
}

test("G61, I8, M134, C81: whenever the power fails, what began had its accept and its start on the disk, begins once, and never on an outdated preview", async () => {
  const seed = randomInt(2 ** 32);
  const random = new Random(seed);
  const told = `The seed was ${seed}.`;
  const disk = await fakeDisk(() => 5 * random.next());
  const { db } = disk.store;
  await db
    .insertInto("instance")
    .values({ key: "clock", value: String(begin) })
    .execute();
  await db.insertInto("people").values({ id: "p1", name: "Kim", created_at: begin }).execute();
  const moments: { left: Database; begun: Map<string, number> }[] = [];
  const begins = async ({ callId }: ClearedCall) => {
    const left = disk.afterPowerLoss();
    moments.push({ left, begun: new Map(begun) });
    const { state, statuses, kinds } = await leftOf(left, callId);
    expect([state, statuses.filter((status) => status === "accepted")], told).toEqual(["running", ["accepted"]]);
    expect(kinds, told).toEqual(expect.arrayContaining(["approval-decided", "call-cleared", "call-started"]));
  };
  const { files, begun, tools } = server("one", begins);
  disk.onKept(() => void moments.push({ left: disk.afterPowerLoss(), begun: new Map(begun) }));
  const world = worldOn(disk.store, tools);
  const look = async (path: string) => {
    const [card] = await world.open(path);
    const asked = { approvalId: card?.id ?? "", personId: "p1" };
    await previewCall(world.process.gate, asked);
    await until(async () => (await latestPreview(world.store, asked))?.computedAt != null, "the preview");
  };
  const approve = async (path: string) => {
    await world.answer(path, "accept");
    await world.idle(path);
  };
  for (const path of paths) {
    world.tell(path, [{ calls: [{ name: "write_file", args: { path, content: "two" } }] }, { text: "Done." }]);
    await world.post(path, path);
    await world.idle(path);
    await look(path);
    if (path !== "same") files.set(path, "other");
  }
  await Promise.all(paths.map(approve));
  await look("changed");
  await approve("changed");
  expect(Object.fromEntries(begun), told).toEqual({ same: 1, changed: 1 });
  world.process.kill();
  expect(world.errors, told).toEqual([]);
  for (const { left, begun: before } of moments) {
    const { byItself, inAll } = await afterwards(left);
    expect(byItself, told).toEqual(new Map());
    for (const path of paths) expect((before.get(path) ?? 0) + (inAll.get(path) ?? 0), told).toBeLessThanOrEqual(1);
  }
});
