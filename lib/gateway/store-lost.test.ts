import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { send, stateOf, textOf, yes } from "#e2e/support/gateway-request.ts";
import { mortalDatabase } from "#e2e/support/mortal-database.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";

/** A client of a store that fails once, at the statement of one's choice; `shared` is the store, which does not. */
async function failing(act: NonNullable<Parameters<typeof fakeTool>[1]>["act"] = () => said("wiped")) {
  const shared = await openTestDatabase();
  const { database, loseReplyAt, wasReplyLost } = mortalDatabase(shared);
  const wipe = fakeTool("wipe", { act });
  const world = await gatewayWorld({ tools: [wipe], store: database });
  return { world, wipe, loseReplyAt, wasReplyLost, shared, key: await world.keyWith() };
}

test("F15, G3, H4: wherever the store fails once while a client's call waits, its client hears what became of it", async () => {
  const { world, wipe, loseReplyAt, key } = await failing();
  const told = new Set<string>();
  for (let at = 0; at < 40; at += 3) {
    const call = { name: "srv__wipe", arguments: { disk: String(at) } };
    const asked = await send(world, key, call);
    const before = wipe.ran.length;
    loseReplyAt(at);
    const answered = await send(world, key, { ...call, requestState: stateOf(asked), inputResponses: yes });
    const words = textOf(answered) || JSON.stringify(answered);
    const hasRun = wipe.ran.length > before;
    expect(words).toMatch(hasRun ? /^wiped$/ : /This tool call was not run|may or may not have been done/);
    told.add(words);
  }
  expect(told).toContain("wiped");
});

test("F15, S0.57: a picture arrives although the store's reply to its hand-over was lost", async () => {
  const picture = { type: "image", data: "aGk=", mimeType: "image/png" };
  const content = [{ type: "text" as const, text: "[image/png]" }];
  const whole = [{ at: 0, block: picture }];
  const { world, wipe, loseReplyAt, key } = await failing(() => ({
    kind: "result",
    result: { content, structuredContent: null, isError: false, whole },
  }));
  for (let at = 0; at < 12; at += 1) {
    await send(world, key, { name: "srv__wipe", arguments: { disk: String(at) } });
    const [asked] = await world.opened();
    await world.answer(asked, "approve");
    await expect.poll(() => wipe.ran.length).toBe(at + 1);
    loseReplyAt(at);
    const collect = () => send(world, key, { name: "approval_result", arguments: { id: asked?.call_id } });
    const first = await collect();
    const { result } = first.status === 503 ? await collect() : first;
    loseReplyAt(Infinity);
    expect(result?.["content"], String(at)).toEqual([picture]);
  }
});

test("F15, H4: wherever the store fails once when a client begins a call, it hears nothing of the store itself", async () => {
  const { world, wipe, loseReplyAt, key } = await failing();
  const told = new Set<string>();
  for (let at = 0; at < 20; at += 1) {
    loseReplyAt(at);
    const asked = await send(world, key, { name: "srv__wipe", arguments: { disk: String(at) } });
    told.add(textOf(asked) || (asked.error?.message ?? String(asked.result?.["resultType"] ?? asked.status)));
  }
  expect([...told].join()).toContain("nobody knows whether this call was begun");
  expect([...told].join()).not.toContain("connection broke");
  expect(wipe.ran).toEqual([]);
});

test("F15, S0.30: a call whose client goes while the store fails is ended all the same", async () => {
  const { world, wipe, loseReplyAt, wasReplyLost, shared } = await failing();
  const key = await world.keyWith({ attests: null });
  const gone = new AbortController();
  const left = send(world, key, { name: "srv__wipe" }, { asks: {}, signal: gone.signal });
  await world.opened();
  loseReplyAt(0);
  gone.abort();
  await left.catch(() => {});
  await expect.poll(wasReplyLost).toBe(true);
  const open = () => shared.db.selectFrom("approvals").select("status").where("status", "=", "pending").execute();
  await expect.poll(open).toEqual([]);
  expect(wipe.ran).toEqual([]);
});
