import { expect, test } from "vitest";
import { agentWorld, card, cards, released, respond, rm, trail } from "#e2e/support/agent-world.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { until } from "#e2e/support/until.ts";

test("S0.52, I1, I2: one accept lets an agent's call go once, and the record says released", async () => {
  const { world, ask, answered, again, headers } = await agentWorld();
  const asking = answered(ask());
  const open = await card(world);
  expect(open).toMatchObject({ kind: "tool-call", status: "pending" });
  expect(JSON.parse(open.subject_json)).toMatchObject({
    server: { id: "agent:claude-code", trusted: false },
    tool: { name: "Bash" },
    said: { agent: "claude-code", keyName: "test", cwd: "/home/kim/shop", summary: null },
    subject: { argumentsJson: JSON.stringify(rm.arguments) },
  });
  await respond(world, "approve");
  const answer = await asking;
  expect(answer).toEqual({ id: open.call_id, decision: "allow", reason: "A person approved it." });
  expect(await again(open.call_id)).toMatchObject({ decision: "deny" });
  expect(await trail(world)).toEqual([
    "verdict-given asks:test",
    "approval-opened",
    "approval-decided",
    "call-cleared",
    "call-started",
    "call-finished released",
  ]);
  const report = () =>
    world.call("POST", `/api/asks/${open.call_id}/outcome`, { headers, body: { outcome: "failed" } });
  expect(await (await report()).json()).toEqual({ reported: true });
  expect(await (await report()).json()).toEqual({ reported: false });
  expect((await trail(world)).at(-1)).toBe("call-reported failed");
});

test("S0.52, S2.7, S2.9: a decline is a no, with the person's words", async () => {
  const { world, ask, answered } = await agentWorld();
  const asking = answered(ask());
  await respond(world, "reject", { reason: "Keep the build." });
  expect(await asking).toMatchObject({ decision: "deny", reason: expect.stringContaining("Keep the build.") });
  expect(await released(world)).toBe(0);
});

test("S0.52, S2.6: what a person changed is what the agent is told to run, if it says that it takes changes", async () => {
  const { world, ask, answered } = await agentWorld();
  const fixed = answered(ask());
  const { id } = await card(world);
  const body = { modifiedArguments: { command: "ls build" } };
  const unfit = await world.call("POST", `/api/approvals/${id}/approve`, { headers: world.asPerson(), body });
  expect(await unfit.json()).toMatchObject({ detail: expect.stringContaining("cannot take other arguments") });
  await respond(world, "reject");
  expect(await fixed).toMatchObject({ decision: "deny" });
  const asking = answered(ask({ ...rm, arguments: { command: "rm -r dist" }, takesChanges: true }));
  await respond(world, "approve", { modifiedArguments: { command: "ls build" } });
  expect(await asking).toMatchObject({ decision: "allow", arguments: { command: "ls build" } });
});

test("S0.52, S1.14, S2.11: the policies of the instance judge an agent's call by its server, its tool and its key", async () => {
  const policy = policyOf(`
rules:
  - { server: "agent:claude-code", tool: Read, caller: "asks:test", then: allow, reason: Reading is fine. }
  - { caller: "asks:*", tool: Bash, when: args.command.contains("sudo"), then: deny, reason: No root. }
`);
  const { world, ask, answered } = await agentWorld({ policy });
  expect(await answered(ask({ ...rm, tool: "Read" }))).toMatchObject({ decision: "allow", reason: "Reading is fine." });
  const denied = await answered(ask({ ...rm, arguments: { command: "sudo ls" } }));
  expect(denied).toMatchObject({ decision: "deny", reason: expect.stringContaining("No root.") });
  expect(await world.database.db.selectFrom("approvals").select("id").execute()).toEqual([]);
  expect(await released(world)).toBe(1);
});

test("S0.53: an agent that goes away is answered by nobody: its card closes, and a late accept lets nothing go", async () => {
  const { world, headers } = await agentWorld();
  const gone = new AbortController();
  const asking = world.call("POST", "/api/asks", { headers, body: rm, signal: gone.signal });
  const { id } = await card(world);
  gone.abort();
  await asking;
  await cards(world, 0);
  const late = await world.call("POST", `/api/approvals/${id}/approve`, { headers: world.asPerson(), body: {} });
  expect(late.status).toBe(409);
  const [left] = await world.database.db.selectFrom("asks").select(["ended_at", "waited_until"]).execute();
  // At once, and not when it had waited long enough.
  expect(left?.ended_at).toBeLessThan(left?.waited_until ?? 0);
  expect(await released(world)).toBe(0);
});

test("S0.53, B11: a key that is revoked while its ask waits gets a no, and its card closes", async () => {
  const { world, ask, answered, headers } = await agentWorld();
  const asking = answered(ask());
  await card(world);
  const [key] = await world.database.db.selectFrom("api_keys").select("id").execute();
  await world.call("DELETE", `/api/keys/${key?.id}`, { headers: world.asPerson() });
  expect((await ask(rm, headers)).status).toBe(401);
  expect(await asking).toMatchObject({ decision: "deny" });
  await cards(world, 0);
  expect(await released(world)).toBe(0);
});

test("S0.53, B11: a person who is disabled while an accept is on its way lets nothing go", async () => {
  const { world, ask, answered } = await agentWorld();
  const asking = answered(ask());
  await card(world);
  await world.database.db.updateTable("people").set({ disabled_at: 1 }).execute();
  expect(await asking).toMatchObject({ decision: "deny" });
  expect(await released(world)).toBe(0);
});

test("S0.53: Stop, and the end of the app, are a no", async () => {
  const { world, ask, answered } = await agentWorld();
  const first = answered(ask());
  const { chat_id, person_id } = await card(world);
  await world.services.chats.stop(person_id, chat_id);
  expect(await first).toMatchObject({ decision: "deny" });
  const second = answered(ask());
  await card(world);
  await world.close();
  expect(await second).toMatchObject({ decision: "deny" });
});

test("S0.53, C13: a key has no more than twenty questions open", async () => {
  const { world, ask, answered } = await agentWorld();
  const open = Array.from({ length: 20 }, (_, at) => ask({ ...rm, arguments: { command: `rm ${at}` } }));
  await cards(world, 20);
  const more = await answered(ask());
  expect(more).toMatchObject({ id: null, decision: "deny", reason: expect.stringContaining("wait for an answer") });
  await world.close();
  for (const asked of open) expect(await answered(asked)).toMatchObject({ decision: "deny" });
});

test("S0.53: what cannot be read, is too large or unknown is a no", async () => {
  const { ask, again, answered } = await agentWorld();
  const large = await answered(ask({ ...rm, arguments: { text: "x".repeat(70_000) } }));
  expect(large).toMatchObject({ id: null, decision: "deny" });
  for (const wrong of [
    { ...rm, agent: "Claude" },
    { ...rm, agent: "a:b" },
    { ...rm, tool: "" },
    { ...rm, tool: "Bash\n" },
    { ...rm, arguments: [] },
    { ...rm, more: 1 },
    { tool: "Bash" },
    "{",
  ]) {
    expect((await ask(wrong)).status).toBe(400);
  }
  expect((await ask({ ...rm, arguments: { text: "x".repeat(1_100_000) } })).status).toBe(413);
  expect(await again("nothing")).toMatchObject({ decision: "deny" });
});

test("S0.53: only the key that asked gets the answer, and only once", async () => {
  const { world, ask, answered, again } = await agentWorld();
  const asking = answered(ask());
  const { call_id } = await card(world);
  const other = await world.asProgram("asks");
  expect(await again(call_id, other)).toMatchObject({ id: null, decision: "deny" });
  await respond(world, "approve");
  expect(await asking).toMatchObject({ decision: "allow" });
  expect(await again(call_id, other)).toMatchObject({ id: null, decision: "deny" });
});

test("S0.53, I6, F10: a key that may ask reads and answers nothing, and no key answers what it asked", async () => {
  const { world, ask, answered, headers } = await agentWorld();
  const asking = answered(ask());
  const { id } = await card(world);
  for (const [method, path] of [
    ["POST", `/api/approvals/${id}/approve`],
    ["GET", "/api/approvals"],
    ["GET", "/api/audit"],
    ["GET", "/api/chats"],
  ] as const) {
    const response = await world.call(method, path, { headers, ...(method === "POST" ? { body: {} } : {}) });
    expect(response.status).toBe(403);
  }
  const answering = await world.asProgram("approvals:decide");
  const byKey = await world.call("POST", `/api/approvals/${id}/approve`, { headers: answering, body: {} });
  expect(byKey.status).toBe(403);
  // A person's browser asks nothing here.
  expect((await ask(rm, world.asPerson())).status).toBe(401);
  await respond(world, "reject");
  expect(await asking).toMatchObject({ decision: "deny" });
});

test("S0.54, S0.47: an agent reaches no tool of the app by any name", async () => {
  const wipe = fakeTool("wipe", { flag: "never" });
  const { world, ask, answered } = await agentWorld({ tools: [wipe] });
  for (const tool of ["wipe", "srv__wipe", "agent:srv:wipe"]) {
    const asking = answered(ask({ ...rm, tool, agent: "srv" }));
    expect(JSON.parse((await card(world)).subject_json)).toMatchObject({
      server: { id: "agent:srv" },
      tool: { name: tool },
    });
    await respond(world, "approve");
    expect(await asking).toMatchObject({ decision: "allow" });
  }
  expect(wipe.ran).toEqual([]);
});

test("S0.54, A11: what was granted to an agent in its session is not granted to the same name with another key", async () => {
  const { world, ask, answered } = await agentWorld();
  const first = answered(ask());
  const { id } = await card(world);
  const everywhere = { grant: { reach: "everywhere", forMs: 3_600_000 } };
  const wide = await world.call("POST", `/api/approvals/${id}/approve`, {
    headers: world.asPerson(),
    body: everywhere,
  });
  expect(wide.status).toBe(422);
  await respond(world, "approve", { grant: { reach: "chat" } });
  expect(await first).toMatchObject({ decision: "allow" });
  const other = { ...rm, arguments: { command: "rm -r dist" } };
  expect(await answered(ask(other))).toMatchObject({ decision: "allow", reason: expect.stringContaining("grant") });
  const theirs = answered(ask(other, await world.asProgram("asks")));
  await respond(world, "reject");
  expect(await theirs).toMatchObject({ decision: "deny" });
});

test("S0.53, G1, G2: an agent whose app died while it waited has left: its card closes and lets nothing go", async () => {
  const { world, ask } = await agentWorld();
  const asking = ask();
  const { call_id } = await card(world);
  // The row of a process that was killed, some time later.
  await world.database.db.updateTable("asks").set({ waited_until: 1 }).where("call_id", "=", call_id).execute();
  await cards(world, 0);
  expect(await (await asking).json()).toMatchObject({ decision: "deny" });
});

test("S0.53, A5: nobody answers in the time that the agent waits: a no, and more time cannot be given", async () => {
  const { world, ask, answered } = await agentWorld();
  const asking = answered(ask({ ...rm, timeoutMs: 60_000 }));
  const { id, timeout_ms } = await card(world);
  expect(timeout_ms).toBe(60_000);
  const extend = await world.call("POST", `/api/approvals/${id}/extend`, { headers: world.asPerson(), body: {} });
  expect(extend.status).toBe(409);
  await world.database.db.updateTable("approvals").set({ expires_at: 1 }).where("id", "=", id).execute();
  expect(await asking).toMatchObject({ decision: "deny", reason: expect.stringContaining("timed out") });
  expect(await released(world)).toBe(0);
});

test("S0.53, A1: an accept that comes twice, and with several requests waiting, lets one agent's call go once", async () => {
  const { world, ask, answered, again } = await agentWorld();
  const asking = answered(ask());
  const { call_id, id } = await card(world);
  const others = [again(call_id), again(call_id)];
  const approve = () => world.call("POST", `/api/approvals/${id}/approve`, { headers: world.asPerson(), body: {} });
  await Promise.all([approve(), approve()]);
  const answers = await Promise.all([asking, ...others]);
  expect(answers.filter(({ decision }) => decision === "allow")).toHaveLength(1);
});

test("S0.53, G1, B11: an accept for whoever waits no more, or whose key was revoked just now, lets nothing go", async () => {
  const { world, ask, answered } = await agentWorld();
  const { db } = world.database;
  const first = answered(ask());
  await card(world);
  await db.updateTable("asks").set({ waited_until: 1 }).execute();
  await respond(world, "approve");
  expect(await first).toMatchObject({ decision: "deny" });
  const second = answered(ask());
  await card(world);
  await db.updateTable("api_keys").set({ revoked_at: 1 }).execute();
  await respond(world, "approve");
  expect(await second).toMatchObject({ decision: "deny" });
  expect(await released(world)).toBe(0);
});

test("S0.54, S0.47: tools of agents elsewhere are on offer to nobody else, and nothing else is to them", async () => {
  const { world } = await agentWorld({ tools: [fakeTool("wipe")] });
  const { catalogue } = world.services.agent.gate;
  const offered = (origin: "chat" | "gateway" | "agent") => catalogue.offered({ personId: "p", origin });
  const wireName = "agent:claude-code:Bash";
  expect((["chat", "gateway", "agent"] as const).map((origin) => offered(origin).has(wireName))).toEqual([
    false,
    false,
    true,
  ]);
  const [own = ""] = offered("chat").keys();
  expect([offered("chat").has(own), offered("agent").has(own)]).toEqual([true, false]);
  for (const wrong of ["agent:a:", "agent:A:x", "agent::x", "agent:a", "agent:a b:x", "agent:a:x y"]) {
    expect(catalogue.tools().has(wrong)).toBe(false);
  }
});

test("S0.52, row 25: the open card of an agent's call becomes as strict as its tool is watched now", async () => {
  const { world, ask, answered } = await agentWorld();
  const asked = answered(ask());
  expect((await card(world)).risk).toBe(3);
  const body = { server: "agent:claude-code", tool: "Bash", changes: { risk: "L5" } };
  const changed = await world.call("PUT", "/api/tools/settings", { headers: world.asPerson(), body });
  expect(changed.status).toBe(200);
  await until(async () => (await card(world)).risk === 5, "a card of L5");
  expect(JSON.parse((await card(world)).subject_json)).toMatchObject({
    changes: [expect.stringContaining("from 3 to 5"), expect.stringContaining("type what the card asks for")],
  });
  await respond(world, "reject");
  expect(await asked).toMatchObject({ decision: "deny" });
});

test("F4, S1.8: an agent that calls itself anew has no other chat to a budget", async () => {
  const few = `rules:\n  - { id: few, tool: Bash, when: 'calls("chat") < 2', then: allow }`;
  const { world, ask, answered } = await agentWorld({ policy: policyOf(few) });
  for (const agent of ["one", "two"]) {
    expect(await answered(ask({ ...rm, agent }))).toMatchObject({ decision: "allow" });
  }
  const third = answered(ask({ ...rm, agent: "three" }));
  await respond(world, "reject");
  expect(await third).toMatchObject({ decision: "deny" });
  // Another key has a budget of its own.
  expect(await answered(ask(rm, await world.asProgram("asks")))).toMatchObject({ decision: "allow" });
});

test("G27: an ask with long arguments counts as several", async () => {
  const { world, ask, answered } = await agentWorld();
  const asking = answered(ask({ ...rm, arguments: { command: `ls ${"x".repeat(20_000)}` } }));
  await respond(world, "reject");
  await asking;
  const counts = world.database.db.selectFrom("person_counts").select("count").where("what", "=", "asks");
  expect(await counts.executeTakeFirst()).toEqual({ count: 3 });
});
