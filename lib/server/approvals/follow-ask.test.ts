import { expect, onTestFinished, test, vi } from "vitest";
import { agentWorld, card, cards, released, respond, rm, trail, type Answer } from "#e2e/support/agent-world.ts";
import { messageSink } from "#e2e/support/message-sink.ts";
import { routesWorld, type RoutesWorld } from "#e2e/support/routes-world.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { until } from "#e2e/support/until.ts";

/** The events of a stream, one after another; each as its name and what it says. */
async function* eventsOf(response: Response): AsyncGenerator<{ event: string; said: Answer }> {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  if (response.body === null) throw new Error("There is no stream.");
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
    yield { event, said: JSON.parse(data) as Answer };
  }
}

test("S0.63: an agent that takes events hears that it waits, then the one decision, and the stream ends", async () => {
  const { world, headers, again } = await agentWorld();
  const streaming = { ...headers, accept: "text/event-stream" };
  const events = eventsOf(await world.call("POST", "/api/asks", { body: rm, headers: streaming }));
  const { call_id: id } = await card(world);
  expect((await events.next()).value).toMatchObject({ event: "wait", said: { id, decision: "wait" } });
  await respond(world, "approve");
  expect((await events.next()).value).toMatchObject({ event: "decision", said: { id, decision: "allow" } });
  expect(await events.next()).toMatchObject({ done: true });
  expect(await again(id)).toMatchObject({ decision: "deny" });
  const late = eventsOf(await world.call("GET", `/api/asks/${id}`, { headers: streaming }));
  expect((await late.next()).value).toMatchObject({ event: "decision", said: { decision: "deny" } });
});

test("S0.63, S0.53: an agent that breaks off its stream has left, and a later request takes the place of a stream", async () => {
  const { world, headers, again } = await agentWorld();
  const streaming = { ...headers, accept: "text/event-stream" };
  const left = await world.call("POST", "/api/asks", { body: rm, headers: streaming });
  await card(world);
  await left.body?.cancel();
  await cards(world, 0);
  expect(await released(world)).toBe(0);
  const events = eventsOf(await world.call("POST", "/api/asks", { body: rm, headers: streaming }));
  const { call_id: id } = await card(world);
  expect((await events.next()).value).toMatchObject({ event: "wait" });
  const instead = again(id);
  expect((await events.next()).value).toMatchObject({ event: "wait" });
  expect(await events.next()).toMatchObject({ done: true });
  await respond(world, "approve");
  expect(await instead).toMatchObject({ decision: "allow" });
});

/** An agent that asks, leaves, and is told by a webhook of its key. */
async function returningAgent(store?: RoutesWorld["database"]) {
  const sink = await messageSink();
  onTestFinished(sink.close);
  const made = await agentWorld({ variables: { NOTIFY_PRIVATE: "yes" }, ...(store === undefined ? {} : { store }) });
  const { world, headers } = made;
  const [key] = await world.database.db.selectFrom("api_keys").select("id").orderBy("created_at", "desc").execute();
  const webhook = { kind: "signed", url: sink.url, keyId: key?.id };
  const added = await world.call("POST", "/api/notifications/webhooks", { headers: world.asPerson(), body: webhook });
  expect(added.status).toBe(201);
  const askAndLeave = async (more: object = {}) => {
    const gone = new AbortController();
    const body = { ...rm, callback: true, ...more };
    const asking = world.call("POST", "/api/asks", { headers, body, signal: gone.signal });
    const open = await card(world);
    gone.abort();
    await asking;
    return open;
  };
  const told = () => sink.received.map(({ body }) => JSON.parse(body.toString()) as object);
  return { ...made, sink, askAndLeave, told, keyId: key?.id ?? "" };
}

test("S0.64, I1: an agent that left is told that there is an answer, and the call is let go when it comes for it", async () => {
  const { world, ask, askAndLeave, sink, told, again, answered } = await returningAgent();
  const { call_id: id } = await askAndLeave({ timeoutMs: 86_400_000 });
  // The same sweep closes the card of another agent, which left and does not come back.
  const other = answered(ask({ ...rm, arguments: { command: "rm -r dist" } }));
  await cards(world, 2);
  await world.database.db.updateTable("asks").set({ waited_until: 1 }).execute();
  expect(await other).toMatchObject({ decision: "deny" });
  expect((await card(world)).call_id).toBe(id);
  await respond(world, "approve");
  await sink.until(1);
  expect(told()).toEqual([{ type: "ask.decided", timestamp: expect.any(String), data: { id } }]);
  expect(sink.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
  expect(await released(world)).toBe(0);
  expect((await trail(world)).at(-1)).toBe("call-started");
  expect(await again(id)).toEqual({ id, decision: "allow", reason: "A person approved it." });
  expect((await trail(world)).at(-1)).toBe("call-finished released");
  expect(await again(id)).toMatchObject({ decision: "deny" });
});

test("S0.64: a decline is told in the same way, with the person's words when the agent comes", async () => {
  const { world, askAndLeave, sink, told, again } = await returningAgent();
  const { call_id: id } = await askAndLeave();
  await respond(world, "reject", { reason: "Keep the build." });
  await sink.until(1);
  expect(told()).toMatchObject([{ data: { id } }]);
  expect(await again(id)).toMatchObject({ decision: "deny", reason: expect.stringContaining("Keep the build.") });
});

test("S0.64, S0.53: an agent that does not come in time, or whose key is gone, gets nothing", async () => {
  const { world, askAndLeave, sink, again, keyId } = await returningAgent();
  const { db } = world.database;
  const { call_id: id } = await askAndLeave();
  await respond(world, "approve");
  await sink.until(1);
  await db.updateTable("asks").set({ told_at: 1 }).execute();
  const failed = async () =>
    (await db.selectFrom("tool_calls").select("id").where("state", "=", "failed").execute()).length;
  await until(async () => (await failed()) === 1, "the late agent to be given up");
  expect(await again(id)).toMatchObject({ decision: "deny" });
  await askAndLeave();
  await respond(world, "approve");
  await sink.until(2);
  expect((await world.call("DELETE", `/api/keys/${keyId}`, { headers: world.asPerson() })).status).toBe(204);
  await until(async () => (await failed()) === 2, "the call of the revoked key to end");
  expect(await released(world)).toBe(0);
});

test("S0.64, S0.53: the card outlives the app; an accept that nobody came for does not", async () => {
  const store = await openTestDatabase();
  const before = await returningAgent(store);
  const { call_id: id } = await before.askAndLeave();
  await before.world.close();
  const variables = { NOTIFY_PRIVATE: "yes" };
  const after = await routesWorld({ store, variables, limits: { stopWithinMs: 0 } });
  const { call_id, id: approvalId } = await card(after);
  expect(call_id).toBe(id);
  const approve = `/api/approvals/${approvalId}/approve`;
  const decided = await after.call("POST", approve, { headers: before.world.asPerson(), body: {} });
  expect(decided.status).toBe(200);
  await before.sink.until(1);
  await after.close();
  const last = await routesWorld({ store, variables });
  const late = await last.call("GET", `/api/asks/${id}`, { headers: before.headers });
  expect(await late.json()).toMatchObject({ decision: "deny" });
  expect(await released(last)).toBe(0);
});

test("S0.64: who has no webhook for the key, or waits longer without one, is told no at once", async () => {
  const { world, ask, answered } = await agentWorld();
  const without = await answered(ask({ ...rm, callback: true }));
  expect(without).toMatchObject({ id: null, decision: "deny", reason: expect.stringContaining("webhook") });
  expect((await ask({ ...rm, timeoutMs: 86_400_000 })).status).toBe(400);
  const body = { kind: "signed", url: "https://example.com/", keyId: "none" };
  const unknown = await world.call("POST", "/api/notifications/webhooks", { headers: world.asPerson(), body });
  expect(unknown.status).toBe(422);
  await cards(world, 0);
});

test("S0.64, S0.53, E15: after an accept what is tightened or stopped before the agent comes lets nothing go", async () => {
  const { world, askAndLeave, again } = await returningAgent();
  const { db } = world.database;
  const put = async (method: string, path: string, body: object) =>
    expect((await world.call(method, path, { headers: world.asPerson(), body })).ok).toBe(true);
  const approved = async (command: string) => {
    const { call_id: id, run_id } = await askAndLeave({ arguments: { command } });
    await respond(world, "approve");
    const started = db.selectFrom("tool_calls").select("id").where("id", "=", id).where("state", "=", "running");
    await until(async () => (await started.execute()).length === 1, "the accepted call");
    return { id, run_id };
  };
  const tightened = { decision: "deny", reason: expect.stringContaining("changed before its agent came") };
  const first = await approved("rm -r one");
  await put("PUT", "/api/policy/shadow", { on: true });
  expect(await again(first.id)).toMatchObject(tightened);
  expect((await trail(world)).at(-1)).toBe("call-finished failed");
  await put("PUT", "/api/policy/shadow", { on: false });
  const second = await approved("rm -r two");
  await put("POST", "/api/policy/rules", {
    rule: "{ id: no, tool: Bash, when: args.command.contains('two'), then: deny, reason: No. }",
  });
  expect(await again(second.id)).toMatchObject(tightened);
  // By another process, of which this one has not heard.
  const third = await approved("rm -r three");
  await db.updateTable("runs").set({ status: "stopped", ended_at: 1 }).where("id", "=", third.run_id).execute();
  expect(await again(third.id)).toMatchObject({ decision: "deny" });
  expect(await released(world)).toBe(0);
});

test("S0.64: an agent that was told to wait, and has not asked again, is not there: nothing is let go, or recorded as if it were", async () => {
  const { world, ask, answered, again, sink } = await returningAgent();
  const asking = answered(ask({ ...rm, callback: true }));
  const { call_id: id } = await card(world);
  // As after the time for which a request is held.
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  expect(await asking).toMatchObject({ decision: "wait" });
  vi.restoreAllMocks();
  await respond(world, "approve");
  await sink.until(1);
  expect([await released(world), (await trail(world)).at(-1)]).toEqual([0, "call-started"]);
  expect(await again(id)).toMatchObject({ decision: "allow" });
});
