import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { ClearedCall, ElicitationAnswer, Progress, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { storedManners, storeManners } from "#lib/store/policies/server-manners.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const folder = () => mkdtempSync(join(tmpdir(), "old-"));
const program = (settings: object = {}) => ({
  command: "node",
  args: [serverFile("old-program.ts"), JSON.stringify(settings)],
  era: "legacy",
});

async function rigFor(server: object, timing: object = {}): Promise<McpRig> {
  const rig = await mcpRig({ server }, { timing });
  cleanUp.push(() => rig.close());
  return rig;
}

const colour = (label: string): ElicitationAnswer => ({ action: "accept", content: { colour: `${label}-red` } });
const processOf = async (rig: McpRig, over?: Partial<ClearedCall>) =>
  JSON.parse(textOf(await rig.call("server", "process", {}, over)));

/** Calls `ask` for somebody; resolves once they are asked, to what to do then. */
async function openQuestion(rig: McpRig, label: string, over: Partial<ClearedCall> = {}) {
  const isAsked = Promise.withResolvers<string>();
  const answer = Promise.withResolvers<ElicitationAnswer>();
  const elicit: ClearedCall["elicit"] = ({ message }) => {
    isAsked.resolve(message);
    return answer.promise;
  };
  const outcome = rig.call("server", "ask", { label }, { elicit, personId: label, ...over });
  const message = await Promise.race([isAsked.promise, outcome.then((early) => JSON.stringify(early))]);
  expect(message).toBe(`Which colour for ${label}?`);
  return { outcome, answer: () => answer.resolve(colour(label)) };
}

/** The server is seen to ask. */
async function seenToAsk(rig: McpRig): Promise<void> {
  const first = await openQuestion(rig, "first");
  first.answer();
  expect(textOf(await first.outcome)).toBe("first: first-red");
}

/** A call that resolves only while so many run at once. */
const meeting = (rig: McpRig, people: number) => {
  const where = folder();
  return (personId: string) => rig.call("server", "meet", { folder: where, people }, { personId }).then(textOf);
};

const heard = (record: string, method: string) =>
  readFileSync(record, "utf8")
    .split("\n")
    .filter((line) => line === method).length;

describe("calls to a program of the older era", () => {
  test("S4.21: four run side by side in its one process, while it was never seen to ask", async () => {
    const record = join(folder(), "record");
    const rig = await rigFor(program({ record }));
    const meet = meeting(rig, 4);
    expect(await Promise.all(["a", "a", "b", "b"].map(meet))).toEqual(["met", "met", "met", "met"]);
    expect(readFileSync(record, "utf8").match(/start/g)).toHaveLength(1);
  });

  test("S4.21: they do so once it was seen to ask, each in a process of its own", async () => {
    const rig = await rigFor(program());
    await seenToAsk(rig);
    const meet = meeting(rig, 4);
    expect(await Promise.all(["a", "a", "b", "b"].map(meet))).toEqual(["met", "met", "met", "met"]);
  });

  test("S4.21: six people are asked at once, each about their own call, and whoever is waited for holds up nobody", async () => {
    const rig = await rigFor(program());
    await seenToAsk(rig);
    const people = ["one", "two", "three", "four", "five", "six"];
    const questions = await Promise.all(people.map((label) => openQuestion(rig, label)));
    const other = await rig.call("server", "echo", { text: "through" }, { personId: "seven" });
    expect(textOf(other)).toBe("through");
    for (const { answer } of questions.toReversed()) answer();
    const outcomes = await Promise.all(questions.map(({ outcome }) => outcome));
    expect(outcomes.map(textOf)).toEqual(people.map((label) => `${label}: ${label}-red`));
  });

  test("S4.21: a call beyond the connections of one person says what it waits for, and runs when one is free", async () => {
    const rig = await rigFor(program());
    await seenToAsk(rig);
    const open = [];
    for (let at = 0; at < 5; at += 1) open.push(await openQuestion(rig, "greedy"));
    const said: Progress[] = [];
    const queued = Promise.withResolvers<void>();
    const onProgress = (progress: Progress) => {
      said.push(progress);
      queued.resolve();
    };
    const waiting = rig.call("server", "echo", { text: "x" }, { personId: "greedy", onProgress });
    await queued.promise;
    open[2]?.answer();
    expect(textOf(await waiting)).toBe("x");
    const message = "Waits for a free connection to server.";
    expect(said).toEqual([
      { progress: 0, total: null, message, isQueued: true, until: "connection" },
      { progress: 0, total: null, message: null },
    ]);
    for (const { answer } of open) answer();
    await Promise.all(open.map(({ outcome }) => outcome));
  });

  test("S4.21: a call that is stopped while it waits is not sent", async () => {
    const rig = await rigFor(program({ lock: join(folder(), "lock") }));
    const open = await openQuestion(rig, "one");
    const stop = new AbortController();
    const waiting = rig.call("server", "echo", { text: "x" }, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(await waiting).toEqual({ kind: "not-sent", message: "It was stopped before the call was sent." });
    open.answer();
    expect(textOf(await open.outcome)).toBe("one: one-red");
  });

  test("S4.21: a program that cannot run twice serves one call after the other", async () => {
    const rig = await rigFor(program({ lock: join(folder(), "lock") }));
    const { pid } = await processOf(rig);
    const open = await openQuestion(rig, "one");
    const next = ["two", "three"].map((label) =>
      rig.call("server", "ask", { label }, { personId: label, elicit: async () => colour(label) }),
    );
    open.answer();
    expect(textOf(await open.outcome)).toBe("one: one-red");
    expect((await Promise.all(next)).map(textOf)).toEqual(["two: two-red", "three: three-red"]);
    expect((await processOf(rig)).pid).toBe(pid);
  });

  test("S4.20, S4.21: a question that could belong to several calls is put to nobody, and the next ones land", async () => {
    const rig = await rigFor(program());
    const asked: string[] = [];
    const ask = (label: string, together: number) => {
      const elicit: ClearedCall["elicit"] = async ({ message }) => {
        asked.push(`${label}: ${message}`);
        return colour(label);
      };
      return rig.call("server", "ask", { label, together }, { elicit, personId: label }).then(textOf);
    };
    const both = await Promise.all([ask("one", 2), ask("two", 2)]);
    for (const said of both) expect(said).toContain("nothing says which of them");
    expect(asked).toEqual([]);
    expect(await Promise.all([ask("one", 1), ask("two", 1)])).toEqual(["one: one-red", "two: two-red"]);
    expect(asked.toSorted()).toEqual(["one: Which colour for one?", "two: Which colour for two?"]);
  });

  test("S4.21: what one person left in a process beside the first is found by that person alone", async () => {
    const rig = await rigFor(program());
    await seenToAsk(rig);
    const open = await openQuestion(rig, "one");
    const here = { personId: "one" };
    expect(textOf(await rig.call("server", "open", { name: "my page" }, here))).toBe("my page");
    expect((await processOf(rig, here)).page).toBe("my page");
    for (const personId of ["two", "three", "four", "five", "six", "seven"])
      expect((await processOf(rig, { personId })).page).toBe("");
    open.answer();
    await open.outcome;
  });
});

describe("giving up a call to such a program", () => {
  const started = async (rig: McpRig, tool: string, over: Partial<ClearedCall> = {}) => {
    const stop = new AbortController();
    const outcome = rig.call("server", tool, {}, { signal: stop.signal, ...over });
    // It is on its way once another one came back.
    await rig.call("server", "echo", { text: "x" });
    return { outcome, stop: () => stop.abort() };
  };

  test("S4.22: Stop cancels it there, and neither the process nor the calls beside it end", async () => {
    const rig = await rigFor(program());
    await rig.call("server", "open", { name: "signed in" });
    const { pid } = await processOf(rig);
    const beside = rig.call("server", "wait", { ms: 500 });
    const hanging = await started(rig, "hang");
    hanging.stop();
    expect(await hanging.outcome).toEqual({ kind: "unknown", message: "It was stopped after the call was sent." });
    expect(textOf(await beside)).toBe("waited");
    const after = await processOf(rig);
    expect(after).toMatchObject({ pid, page: "signed in" });
    expect(after.cancelled).toHaveLength(1);
  });

  test("S4.22: nor does a time limit end them", async () => {
    const rig = await rigFor(program(), { silenceMs: 500 });
    const { pid } = await processOf(rig);
    expect((await rig.call("server", "hang")).kind).toBe("unknown");
    const after = await processOf(rig);
    expect(after.pid).toBe(pid);
    expect(after.cancelled).toHaveLength(1);
  });

  test("S4.20, S4.22: after a Stop its late question reaches no other call, and the next question lands", async () => {
    const record = join(folder(), "record");
    const rig = await rigFor(program({ record }));
    await seenToAsk(rig);
    const { pid } = await processOf(rig, { personId: "first" });
    const stop = new AbortController();
    const late = rig.call("server", "ask", { label: "late", after: 1_500 }, { signal: stop.signal, personId: "first" });
    await expect.poll(() => heard(record, "call ask")).toBe(2);
    stop.abort();
    expect((await late).kind).toBe("unknown");
    const asked: string[] = [];
    const elicit: ClearedCall["elicit"] = async ({ message }) => {
      asked.push(message);
      return colour("next");
    };
    const beside = rig.call("server", "wait", { ms: 2_000 }, { personId: "first", elicit });
    const next = rig.call("server", "ask", { label: "next", after: 2_000 }, { personId: "first", elicit });
    expect([textOf(await beside), textOf(await next)]).toEqual(["waited", "next: next-red"]);
    expect(asked).toEqual(["Which colour for next?"]);
    expect((await processOf(rig, { personId: "first" })).pid).toBe(pid);
  });

  test("S4.22: a process that answers nothing any more after a Stop is ended", async () => {
    const rig = await rigFor(program(), { pingMs: 500, silenceMs: 500 });
    const { pid } = await processOf(rig);
    expect((await rig.call("server", "stall")).kind).toBe("unknown");
    await expect.poll(() => rig.log.filter(({ event }) => event === "tool-server.lost")).toHaveLength(1);
    expect((await processOf(rig)).pid).not.toBe(pid);
  });
});

describe("signs of life", () => {
  test.each([
    ["an error", { ping: "error" }, "ping"],
    ["nothing, and lists its tools", { ping: "nothing" }, "tools/list"],
  ])("E17: a program that answers a ping with %s is not restarted", async (_, settings, method) => {
    const record = join(folder(), "record");
    const rig = await rigFor(program({ ...settings, record }), { healthMs: 50, pingMs: 300 });
    const { pid } = await processOf(rig);
    await expect.poll(() => heard(record, method)).toBeGreaterThan(5);
    expect((await processOf(rig)).pid).toBe(pid);
    expect(heard(record, "start")).toBe(1);
    // It is not asked again for what it ignores.
    if (method !== "ping") expect(heard(record, "ping")).toBe(1);
  });

  test("E17: a program that ignores the question for its protocol is asked once, and not again when it is restarted", async () => {
    const record = join(folder(), "record");
    const rig = await rigFor({ ...program({ isDeaf: true, record }), era: "auto" }, { probeMs: 500 });
    const { pid } = await processOf(rig);
    process.kill(pid, "SIGKILL");
    await rig.until(() => rig.log.some(({ event }) => event === "tool-server.lost"));
    expect((await processOf(rig)).pid).not.toBe(pid);
    expect(heard(record, "start")).toBe(2);
    expect(heard(record, "server/discover")).toBe(1);
  });

  test("E17: nor after a restart of the app, which also knows which programs ask", async () => {
    const record = join(folder(), "record");
    const database = await openTestDatabase();
    const manners = {
      read: (serverKey: string) => storedManners(database, serverKey),
      write: (serverKey: string, text: string) => storeManners(database, serverKey, text),
    };
    const server = { ...program({ isDeaf: true, record }), era: "auto" };
    const start = async () => {
      const rig = await mcpRig({ server }, { timing: { probeMs: 500 }, manners });
      cleanUp.push(() => rig.close());
      return rig;
    };
    const before = await start();
    await seenToAsk(before);
    await before.close();
    const after = await start();
    expect(heard(record, "server/discover")).toBe(1);
    const both = await Promise.all(["one", "two"].map((label) => openQuestion(after, label)));
    for (const { answer } of both) answer();
    expect((await Promise.all(both.map(({ outcome }) => outcome))).map(textOf)).toEqual([
      "one: one-red",
      "two: two-red",
    ]);
  });

  test("E17: what is kept in a form that nobody knows, or cannot be read, is learnt again", async () => {
    for (const read of [
      async () => "{",
      async () => '{"v":2}',
      () => Promise.reject(new Error("The store is away.")),
    ]) {
      const manners = { read, write: () => Promise.reject(new Error("The store is away.")) };
      const rig = await mcpRig({ server: program() }, { manners });
      cleanUp.push(() => rig.close());
      await seenToAsk(rig);
    }
  });
});

test("E21: an answer that is too large fails its own call, and the program goes on", async () => {
  const rig = await rigFor(program());
  const { pid } = await processOf(rig);
  const beside = rig.call("server", "wait", { ms: 300 });
  const outcome: ToolOutcome = await rig.call("server", "big");
  expect(outcome).toMatchObject({ kind: "result", result: { isError: true } });
  expect(textOf(outcome)).toBe("The message was larger than 14 MB, so it was not read. The tool may have run.");
  expect(textOf(await beside)).toBe("waited");
  expect((await processOf(rig)).pid).toBe(pid);
});

describe("what a program says on stderr", () => {
  const saidOf = (rig: McpRig) => rig.servers.inspect()[0]?.said;
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`);

  test("E21: of a program that cannot start all lines are kept; the first and the last ones are shown at first", async () => {
    const rig = await rigFor(program({ dies: ["Error: cannot open /etc/key", "", ...lines] }));
    const first = ["Error: cannot open /etc/key", ...lines.slice(0, 19)];
    await expect.poll(() => saidOf(rig)?.now).toEqual({ first, between: lines.length - 39, last: lines.slice(-20) });
    expect(rig.servers.saidBy("server")?.now).toEqual({ first, between: 0, last: lines.slice(19) });
    expect(rig.servers.saidBy("nobody")).toBeNull();
  });

  test("E21: of a line without end its beginning is kept, and no secret in what is kept", async () => {
    const secret = "t0ken-of-the-program";
    const dies = ["x".repeat(7_990) + secret, `and ${secret}`];
    const rig = await rigFor({ ...program({ dies }), env: { PROGRAM_TOKEN: secret } });
    await expect
      .poll(() => rig.servers.saidBy("server")?.now.first)
      .toEqual([`${"x".repeat(7_990)}[masked 19… (the line goes on)`, expect.stringMatching(/^and \[masked \w{4}\]$/)]);
    expect(JSON.stringify(rig.servers.saidBy("server"))).not.toContain("t0ken");
  });

  test("E21: what the process before it said stays beside it, and is not read twice", async () => {
    const rig = await rigFor(program({ talks: true }));
    const { pid } = await processOf(rig);
    const lines = (...first: string[]) => ({ first, between: 0, last: [] });
    expect(saidOf(rig)).toEqual({ now: lines(`I am ${pid}`), before: lines(), logged: lines() });
    process.kill(pid, "SIGKILL");
    await rig.until(() => rig.log.some(({ event }) => event === "tool-server.lost"));
    const next = await processOf(rig);
    await expect
      .poll(() => saidOf(rig))
      .toEqual({ now: lines(`I am ${next.pid}`), before: lines(`I am ${pid}`), logged: lines() });
  });
});
