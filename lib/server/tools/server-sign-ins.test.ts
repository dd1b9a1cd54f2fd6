import { expect, onTestFinished, test, vi } from "vitest";
import { textOf } from "#e2e/support/mcp-rig.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { signInWorld, type SignInWorld } from "#e2e/support/sign-in-world.ts";
import { signInServer } from "#e2e/support/sign-in-server.ts";
import { SignInTasks } from "#e2e/support/sign-in-tasks.ts";
import { until } from "#e2e/support/until.ts";
import type { ServerTask } from "#lib/gate/contract/tool.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { resealSecrets } from "#lib/store/secrets/reseal-secrets.ts";
import { keepRenewed, mayRenew, signInRow } from "#lib/store/secrets/server-sign-ins.ts";
import { admin, member, owner, toolAudit, toolsProcess } from "#e2e/support/tools-world.ts";

const from = (personId = "") => ({ personId, servers: new Set(["far"]), signal: new AbortController().signal });

function resourcesOf({ sources }: SignInWorld["tools"], personId?: string) {
  return sources.list("resources", from(personId));
}

test("M40: a server that wants a sign-in says so; after it its tools are there, and calls go out as whoever signed in", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "instance" });
  expect(tools.server("far")).toMatchObject({
    status: "down",
    wantsSignIn: true,
    problem: "Somebody has to sign in to it.",
  });
  expect(await tools.admin.signIns.states(owner)).toEqual([
    { serverId: "far", who: "instance", isSignedIn: false, mayChange: true },
  ]);
  await signIn("ada@far");
  expect(textOf(await call("whoami", member))).toBe("You are ada@far.");
  expect(at.calls).toEqual([{ tool: "whoami", account: "ada@far" }]);
  expect(await resourcesOf(tools)).toMatchObject([{ name: "notes" }]);
  expect(at.registered).toMatchObject([
    {
      client_name: "Countersign",
      redirect_uris: ["http://127.0.0.1:3000/api/servers/callback"],
      application_type: "native",
    },
  ]);
  expect(await tools.admin.signIns.states(member)).toMatchObject([{ isSignedIn: true, mayChange: false }]);
  expect(await toolAudit(tools.database)).toContainEqual(
    expect.objectContaining({ kind: "server-signed-in", detail: expect.objectContaining({ forAll: true }) }),
  );
});

test("M41: each person signs in for themselves; nobody's token serves the call of another", async () => {
  const { at, tools, signIn, call } = await signInWorld(undefined);
  await signIn("ona@far", owner);
  expect(await call("whoami", member)).toEqual({ kind: "sign-in-first", scope: "tools:use" });
  expect(textOf(await call("whoami", owner))).toBe("You are ona@far.");
  await signIn("mia@far", member);
  const both = [owner, member, member, owner, owner, member];
  const said = await Promise.all(both.map((person) => call("whoami", person)));
  expect(said.map(textOf)).toEqual(both.map(({ id }) => `You are ${id === "owner" ? "ona" : "mia"}@far.`));
  expect(await call("whoami", admin)).toEqual({ kind: "sign-in-first", scope: "tools:use" });
  // A client registers once for all people.
  expect(at.registered.length).toBe(1);
  expect(await resourcesOf(tools)).toEqual([]);
  expect(at.calls.map(({ account }) => account).toSorted()).toEqual([
    "mia@far",
    "mia@far",
    "mia@far",
    "ona@far",
    "ona@far",
    "ona@far",
    "ona@far",
  ]);
});

test("M41: whoever signs out is forgotten at once, and the others go on", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far", owner);
  await signIn("mia@far", member);
  expect(textOf(await call("whoami", owner))).toBe("You are ona@far.");
  expect(await tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
  expect(await call("whoami", owner)).toMatchObject({ kind: "sign-in-first" });
  expect(textOf(await call("whoami", member))).toBe("You are mia@far.");
  expect(await tools.admin.signIns.signOut(owner, "far")).toMatchObject({ refused: "conflict" });
  expect(at.calls.length).toBe(2);
});

test("M92: at a sign-out the authorization server is told that the tokens are worth nothing any more", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far");
  expect(textOf(await call("whoami"))).toBe("You are ona@far.");
  expect(at.revoked).toEqual([]);
  expect(await tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
  await expect.poll(() => at.revoked).toEqual(["200", "200"]);
});

test("M92: a sign-out neither waits for the authorization server nor fails by it", async () => {
  const silent = await signInWorld({ who: "person" }, { server: { hangs: true } });
  await silent.signIn("ona@far");
  expect(await silent.tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
  expect(silent.at.revoked).not.toContain("given up");
  expect(await silent.call("whoami")).toMatchObject({ kind: "sign-in-first" });
  await expect.poll(() => silent.at.revoked[0]).toBe("unanswered");
  const gone = await signInWorld({ who: "person" });
  await gone.signIn("ona@far");
  gone.at.close();
  expect(await gone.tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
});

test("M66, M41: what a server logs of one person is not kept for those who manage tools", async () => {
  for (const [who, logged] of [
    ["instance", ["info ona@far calls whoami"]],
    ["person", []],
  ] as const) {
    const { tools, signIn, call } = await signInWorld({ who }, { era: "legacy" });
    await signIn("ona@far");
    expect(textOf(await call("whoami"))).toBe("You are ona@far.");
    expect(tools.server("far").said?.logged.first ?? []).toEqual(logged);
  }
});

test("M42: a token that is over is renewed, by one request for all that wait; what cannot be renewed asks for a sign-in", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far");
  await call("whoami");
  at.forget("access");
  const said = await Promise.all(Array.from({ length: 5 }, () => call("whoami")));
  expect(said.map(textOf)).toEqual(Array.from({ length: 5 }, () => "You are ona@far."));
  expect(at.grants).toEqual(["authorization_code", "refresh_token"]);
  at.forget("all");
  expect(await call("whoami")).toMatchObject({ kind: "sign-in-first" });
  expect(at.calls.length).toBe(6);
  expect(await tools.admin.signIns.states(owner)).toMatchObject([{ isSignedIn: false }]);
  expect(await toolAudit(tools.database)).toContainEqual(
    expect.objectContaining({ kind: "server-signed-out", detail: expect.objectContaining({ why: "refused" }) }),
  );
  // Its tools are still known, so the call goes on after the next sign-in.
  await signIn("ona@far");
  expect(textOf(await call("whoami"))).toBe("You are ona@far.");
});

test("M42: a call waits for a sign-in also where its server refuses already to list its tools once more", async () => {
  const { now } = performance;
  let laterMs = 0;
  // A clock never goes back: who counts messages in a second would see none pass.
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + laterMs);
  for (const who of ["person", "instance"]) {
    const { at, tools, signIn, call } = await signInWorld({ who });
    await signIn("ona@far");
    expect(textOf(await call("whoami"))).toBe("You are ona@far.");
    at.forget("all");
    // The list is too old to judge a call by.
    laterMs += 3_600_000;
    expect(await call("whoami")).toMatchObject({ kind: "sign-in-first" });
    expect(at.calls.length).toBe(1);
    // Where each person signs in for themselves, the connection that lists tools for all goes on.
    if (who === "instance") await tools.until(() => tools.server("far").problem === "Somebody has to sign in to it.");
    await signIn("ona@far");
    expect(textOf(await call("whoami"))).toBe("You are ona@far.");
  }
});

test("M161: a task is followed as the person whose call it is, also by the process after a restart", async () => {
  const tasks = new SignInTasks();
  const first = await signInWorld({ who: "person" }, { server: { tasks } });
  const { at, tools, signIn, call } = first;
  await signIn("ona@far", owner);
  await signIn("mia@far", member);
  const kept: ServerTask[] = [];
  const gone = new AbortController();
  const keepTask = async (task: ServerTask) => void kept.push(task);
  const begun = call("grow", owner, { keepTask, signal: gone.signal });
  await until(() => tasks.asked.includes("tasks/get ona@far"), "a first look at the task");
  // The process that follows it ends: nobody cancels it.
  gone.abort(new Error("This process ends."));
  expect(await begun).toMatchObject({ kind: "unknown" });
  await tools.close();
  const [task] = kept;
  if (task === undefined) throw new Error("No task was kept.");
  const goingOn = { resumption: { inputResponses: {}, requestState: null, task } };
  const second = await signInWorld({ who: "person" }, { at, database: tools.database });
  await second.tools.until(() => second.tools.server("far").status === "up");
  expect(await second.call("grow", member, goingOn)).toMatchObject({ kind: "unknown" });
  // Signed out meanwhile: it waits for the sign-in, and then for the same task.
  expect(await second.tools.admin.signIns.signOut(owner, "far")).toEqual({ done: true });
  const waits = await second.call("grow", owner, goingOn);
  expect(waits).toMatchObject({ kind: "sign-in-first", task: { id: task.id } });
  await second.signIn("ona@far", owner);
  tasks.isGrown = true;
  expect(textOf(await second.call("grow", owner, goingOn))).toBe("Grown for ona@far.");
  expect(tasks.asked.filter((each) => each.startsWith("tools/call"))).toEqual(["tools/call ona@far"]);
  expect(tasks.asked.filter((each) => each.endsWith("mia@far"))).toEqual(["tasks/get mia@far"]);
});

test("M42: two processes renew one sign-in once", async () => {
  const first = await signInWorld({ who: "person" });
  const { at, tools } = first;
  await first.signIn("ona@far");
  const second = await signInWorld({ who: "person" }, { at, database: tools.database });
  await second.tools.until(() => second.tools.server("far").status === "up");
  expect(textOf(await second.call("whoami"))).toBe("You are ona@far.");
  await first.call("whoami");
  at.forget("access");
  const said = await Promise.all([first.call("whoami"), second.call("whoami"), first.call("whoami")]);
  expect(said.map(textOf)).toEqual(Array.from({ length: 3 }, () => "You are ona@far."));
  expect(at.grants).toEqual(["authorization_code", "refresh_token"]);
});

test("M42: no process renews what it read before another renewed it, whose refresh token is used up", async () => {
  const { tools, signIn } = await signInWorld({ who: "person" });
  await signIn("ona@far");
  const key = { serverId: "far", personId: owner.id };
  const row = await signInRow(tools.database, key);
  if (row === undefined) throw new Error("Nobody is signed in.");
  const former = row.sealed_json;
  expect(await mayRenew(tools.database, key, former)).toBe(true);
  expect(await mayRenew(tools.database, key, former)).toBe(false);
  await keepRenewed(tools.database, key, { former, sealed: "what is renewed" });
  expect(await mayRenew(tools.database, key, former)).toBe(false);
  expect(await mayRenew(tools.database, key, "what is renewed")).toBe(true);
});

test("M43: a call that needs more rights asks for a sign-in with them, and keeps those that were given", async () => {
  const { at, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far");
  expect(await call("admin")).toEqual({ kind: "sign-in-first", scope: "tools:admin" });
  expect(at.calls).toEqual([]);
  await signIn("ona@far", owner, "tools:admin");
  expect(textOf(await call("admin"))).toBe("You are ona@far.");
  expect(textOf(await call("whoami"))).toBe("You are ona@far.");
});

test("M44: a machine signs in by its own id and secret, which nobody else ever sees", async () => {
  const clients = [{ client_id: "robot", client_secret: "a secret of the robot", grant_types: ["client_credentials"] }];
  const at = await signInServer({ clients, registers: false });
  onTestFinished(at.close);
  const oauth = {
    grant: "client_credentials",
    clientId: "robot",
    clientSecret: "a secret of the robot",
    issuer: at.issuer,
  };
  const { tools, call } = await signInWorld(oauth, { at });
  await tools.until(() => tools.server("far").status === "up");
  const seen = tools.server("far").tools.map(({ name: tool, fingerprint }) => ({ tool, fingerprint }));
  await tools.admin.review({ person: owner, server: "far", tools: seen });
  expect(textOf(await call("whoami", member))).toBe("You are robot.");
  at.forget("access");
  expect(textOf(await call("whoami", member))).toBe("You are robot.");
  expect(await tools.admin.signIns.states(owner)).toEqual([]);
  expect(tools.learned).toContain("a secret of the robot");
  const shown = JSON.stringify([tools.page(), await toolAudit(tools.database), tools.warned]);
  expect(shown).not.toContain("a secret of the robot");
});

test("M44: where clients do not register, the id and secret of the entry are used, at the authorization server of the entry alone", async () => {
  const redirect_uris = ["http://127.0.0.1:3000/api/servers/callback"];
  const clients = [{ client_id: "typed", client_secret: "a secret typed in", redirect_uris }];
  const at = await signInServer({ clients, registers: false });
  onTestFinished(at.close);
  const without = await signInWorld({ who: "person" }, { at });
  await expect(without.begin()).rejects.toThrow("takes no new clients by itself");
  const typed = { clientId: "typed", clientSecret: "a secret typed in", issuer: at.issuer };
  const { signIn, call } = await signInWorld(typed, { at });
  await signIn("ona@far");
  expect(textOf(await call("whoami"))).toBe("You are ona@far.");
  const elsewhere = await signInWorld({ ...typed, issuer: "https://login.example.com" }, { at });
  await expect(elsewhere.begin()).rejects.toThrow("another authorization server");
});

test("M45: tokens lie sealed in the store, show nowhere, and are forgotten when the server is elsewhere or gone", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far");
  await call("whoami");
  const [row] = await tools.database.db.selectFrom("server_sign_ins").selectAll().execute();
  expect(row?.sealed_json.startsWith("1.")).toBe(true);
  const stored = JSON.stringify([
    row,
    await tools.database.db.selectFrom("server_clients").selectAll().execute(),
    await tools.database.db.selectFrom("audit").selectAll().execute(),
    tools.page(),
    tools.warned,
  ]);
  expect(at.tokens.length).toBeGreaterThan(0);
  for (const token of at.tokens) expect(stored).not.toContain(token);
  const abouts: string[] = [];
  await resealSecrets(tools.database, ({ about, stored: sealed }) => {
    if (sealed.startsWith("1.")) abouts.push(about);
    return null;
  });
  const of = { server_id: "far", person_id: owner.id, address: at.url };
  expect(abouts).toContain(aboutSecret.serverSignIn(of));
  expect(abouts).toContain(aboutSecret.serverClient("far"));
  await tools.close();
  // The same row moved to another person, or another server, opens for neither.
  const { db } = tools.database;
  await db.updateTable("server_sign_ins").set({ person_id: member.id }).execute();
  const again = await toolsProcess({ far: { url: at.url, oauth: { who: "person" } } }, { database: tools.database });
  expect(again.server("far")).toMatchObject({ status: "down", wantsSignIn: true });
  await again.close();
  const moved = await toolsProcess(
    { far: { url: `${at.url}/`, oauth: { who: "person" } } },
    { database: tools.database },
  );
  expect(await db.selectFrom("server_sign_ins").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("server_clients").selectAll().execute()).toEqual([]);
  await moved.close();
});

test("M45: a client that was made for a server goes with the server, though nobody signed in", async () => {
  const { at, tools, begin } = await signInWorld({ who: "person" });
  await begin();
  const { database } = tools;
  const kept = async () => [
    (await database.db.selectFrom("server_clients").selectAll().execute()).length,
    (await database.db.selectFrom("server_sign_in_attempts").selectAll().execute()).length,
  ];
  expect(await kept()).toEqual([1, 1]);
  await tools.close();
  const same = await toolsProcess({ far: { url: at.url, oauth: { who: "person" } } }, { database });
  await same.close();
  expect(await kept()).toEqual([1, 1]);
  const without = await toolsProcess({}, { database });
  await without.close();
  expect(await kept()).toEqual([0, 0]);
});

test("M45: a token that a server repeats in its resources is masked", async () => {
  const { tools, signIn } = await signInWorld({ who: "instance" });
  await signIn("ada@far");
  const listed = await resourcesOf(tools);
  expect(listed).toMatchObject([{ description: expect.stringMatching(/^Notes of \[masked \w{4}\]$/) }]);
  const read = await tools.sources.read(String(listed[0]?.["uri"]), from());
  expect(read).toMatchObject({ contents: [{ text: expect.stringMatching(/^Notes of \[masked \w{4}\]$/) }] });
});

test("M132: where people sign in for themselves each reads as themselves, and who did not is not asked for", async () => {
  const { at, tools, signIn, call } = await signInWorld({ who: "person" });
  await signIn("ona@far", owner);
  await signIn("mia@far", member);
  const [uri] = (await resourcesOf(tools, owner.id)).map((each) => String(each["uri"]));
  expect(uri).toBe("countersign://far/notes://own");
  const tokens = new Set(at.tokens);
  const readers: string[] = [];
  for (const { id } of [owner, member, owner]) {
    await tools.sources.read(String(uri), from(id));
    const sent = at.tokens.at(-1) ?? "";
    readers.push(sent);
  }
  expect(readers[0]).toBe(readers[2]);
  expect(readers[0]).not.toBe(readers[1]);
  expect(textOf(await call("whoami", owner))).toBe("You are ona@far.");
  expect(await resourcesOf(tools, member.id)).toHaveLength(1);
  expect(tokens.size).toBeGreaterThan(0);
  // Neither lists nor a connection of somebody else.
  const before = at.tokens.length;
  expect(await resourcesOf(tools, admin.id)).toEqual([]);
  expect(await resourcesOf(tools)).toEqual([]);
  const unread = await tools.sources.read(String(uri), from(admin.id)).catch((error: Error) => error.message);
  expect(unread).toBe('The server "far" cannot be reached. You are not signed in to it.');
  expect(at.tokens.length).toBe(before);
  await tools.admin.signIns.signOut(member, "far");
  expect(await resourcesOf(tools, member.id)).toEqual([]);
});

test("M46: what the browser brings back counts once, in the session that began it, for its person, and for ten minutes", async () => {
  const { at, tools, begin } = await signInWorld({ who: "person" });
  at.signInAs("ona@far");
  const { page, tokenHash } = await begin();
  const query = await at.visit(page);
  const finish = (person: typeof owner, session: string, said: string) =>
    tools.admin.signIns.finish({ person, tokenHash: session }, said);
  const notBegun = expect.objectContaining({
    refused: "conflict",
    message: expect.stringContaining("was not begun in this browser"),
  });
  expect(await finish(owner, await sessionOf(tools.database, owner.id), query)).toEqual(notBegun);
  expect(await finish(member, tokenHash, query)).toEqual(notBegun);
  expect(await finish(owner, tokenHash, query.replace(/state=[^&]*/, "state=of-somebody-else"))).toEqual(notBegun);
  expect(await finish(owner, tokenHash, `${query}&state=twice`)).toEqual(notBegun);
  expect(await finish(owner, tokenHash, query)).toMatchObject({ title: "far" });
  expect(await finish(owner, tokenHash, query)).toEqual(notBegun);
  const late = await begin();
  await tools.database.db.updateTable("server_sign_in_attempts").set({ expires_at: 1 }).execute();
  expect(await finish(owner, late.tokenHash, await at.visit(late.page))).toEqual(notBegun);
  expect(at.grants).toEqual(["authorization_code"]);
});

test("M46: whoever may not sign in for everybody cannot begin, nor end, such a sign-in", async () => {
  const { tools } = await signInWorld({ who: "instance" });
  const tokenHash = await sessionOf(tools.database, member.id);
  const begun = await tools.admin.signIns.begin({ person: member, tokenHash }, { serverId: "far", scope: null });
  expect(begun).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.signIns.signOut(member, "far")).toMatchObject({ refused: "forbidden" });
});
