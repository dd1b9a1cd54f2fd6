import { expect, onTestFinished, test } from "vitest";
import { handWrittenServer, type Asked, type Said } from "#e2e/support/hand-written-server.ts";
import { mcpRig, questionsOf, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { until } from "#e2e/support/until.ts";
import type { ClearedCall, ServerTask } from "#lib/gate/contract/tool.ts";

const content = [{ type: "text", text: "grown" }];
const complete = (more: object): Said => ({ result: { resultType: "complete", ...more } });
const state = (more: object = {}, taskId = "t-1") => ({
  taskId,
  status: "working",
  createdAt: "2026-11-24T00:00:00Z",
  lastUpdatedAt: "2026-11-24T00:00:00Z",
  ttlMs: 60_000,
  pollIntervalMs: 1,
  ...more,
});
const begun = (more: object = {}): Said => ({ result: { resultType: "task", ...state(more) } });
const done = complete(state({ status: "completed", result: { content } }));
const form = { method: "elicitation/create", params: { message: "Which?", requestedSchema: { type: "object" } } };

type Says = { begin?: Said; get?: (asks: number) => Said; update?: (asked: Asked) => Said; listen?: Listen };
type Listen = (asked: Asked, write: (event: object) => void) => void;

/** A server whose one tool runs as a task, which says what a test wants of it. */
async function growing(says: Says, options: Parameters<typeof mcpRig>[1] = {}) {
  let asks = 0;
  const server = await handWrittenServer("modern", (asked) => {
    if (asked.method === "tools/list")
      return complete({ tools: [{ name: "grow", inputSchema: { type: "object" } }], ttlMs: 0, cacheScope: "private" });
    if (asked.method === "tools/call") return says.begin ?? begun();
    if (asked.method === "tasks/get") return says.get?.((asks += 1)) ?? done;
    if (asked.method === "tasks/update") return says.update?.(asked) ?? complete({});
    if (asked.method === "subscriptions/listen" && says.listen !== undefined)
      return { stream: (write) => says.listen?.(asked, write) };
    return asked.method === "tasks/cancel" ? complete({}) : null;
  });
  onTestFinished(server.stop);
  const rig: McpRig = await mcpRig(
    { farm: server.entry },
    { ...options, timing: { taskPollMs: 1, ...options.timing } },
  );
  onTestFinished(() => rig.close());
  const times = (method: string) => server.asked.filter((each) => each.method === method).length;
  const kept: ServerTask[] = [];
  const grow = (over: Partial<ClearedCall> = {}) =>
    rig.call("farm", "grow", {}, { keepTask: async (task) => void kept.push(task), ...over });
  return { server, rig, times, kept, grow };
}
const task = (over: Partial<ServerTask> = {}): ServerTask => ({
  id: "t-1",
  leftMs: 60_000,
  since: null,
  answered: [],
  ...over,
});
const goingOn = (of: ServerTask, inputResponses = {}) => ({
  resumption: { inputResponses, requestState: null, task: of },
});

test("M133: a call that its server makes a task of is sent once, and asked for until its result is there", async () => {
  const lines: (string | null)[] = [];
  const { server, times, kept, grow } = await growing({
    get: (asks) => (asks < 4 ? complete(state({ statusMessage: `Leaf ${Math.ceil(asks / 2)}\u202E` })) : done),
  });
  const keepTask = async (of: ServerTask) => {
    // It is kept before anything is asked.
    if (kept.length === 0) expect(times("tasks/get")).toBe(0);
    kept.push(of);
  };
  const outcome = await grow({ keepTask, onProgress: ({ message }) => void lines.push(message) });
  expect(textOf(outcome)).toBe("grown");
  expect([times("tools/call"), times("tasks/get"), times("tasks/cancel")]).toEqual([1, 4, 0]);
  expect(lines).toEqual(["Its server works on it as a task.", "Leaf 1", "Leaf 2"]);
  expect(kept).toEqual([{ id: "t-1", leftMs: expect.any(Number), since: expect.any(Number), answered: [] }]);
  const declared = server.asked.find(({ method }) => method === "tools/call")?.params?.["_meta"];
  expect(JSON.stringify(declared)).toContain('"extensions":{"io.modelcontextprotocol/tasks":{}}');
});

test("M133: content of a task's result passes as that of any result, and a failed or cancelled task is an error", async () => {
  const video = { type: "video", data: "AAAA" };
  const text = async (get: object) => {
    const outcome = await (await growing({ get: () => complete(state(get)) })).grow();
    return [outcome.kind === "result" && outcome.result.isError, textOf(outcome)];
  };
  expect(await text({ status: "completed", result: { content: [...content, video], isError: true } })).toEqual([
    true,
    'grown\n[content of type "video" in a form that MCP does not know]',
  ]);
  const error = { code: -32_603, message: "No water" };
  expect(await text({ status: "failed", error })).toEqual([true, "No water (error -32603)"]);
  const cancelled = { status: "cancelled", statusMessage: "Frost" };
  expect(await text(cancelled)).toEqual([true, "The server cancelled the task. It said: Frost"]);
});

test("M160: what a server says of a task by itself counts as an answer, and then it is asked twice a minute", async () => {
  const lines: (string | null)[] = [];
  let say: (event: object) => void = () => {};
  const { server, times, grow } = await growing({
    get: () => complete(state({ pollIntervalMs: 600_000 })),
    listen: (asked, write) => {
      const _meta = { "io.modelcontextprotocol/subscriptionId": asked.id };
      const notifications = asked.params?.["notifications"];
      write({ method: "notifications/subscriptions/acknowledged", params: { _meta, notifications } });
      say = (said) => write({ method: "notifications/tasks", params: { _meta, ...said } });
    },
  });
  const grown = grow({ onProgress: ({ message }) => void lines.push(message) });
  await until(() => times("subscriptions/listen") === 1, "a wish to be told");
  const listening = server.asked.find(({ method }) => method === "subscriptions/listen");
  expect(listening?.params?.["notifications"]).toEqual({ taskIds: ["t-1"] });
  // Of another task, and of none.
  say(state({ status: "completed", result: { content: [] } }, "t-2"));
  say({ status: "completed", result: { content: [] } });
  say({ taskId: "t-1", status: "odd" });
  say(state({ statusMessage: "Half grown" }));
  await until(() => lines.includes("Half grown"), "the first news");
  expect(times("tasks/get")).toBe(1);
  say(state({ status: "completed", result: { content } }));
  expect(textOf(await grown)).toBe("grown");
  expect(times("tasks/get")).toBe(1);
  expect(times("tools/call")).toBe(1);
});

test("M160: news of an end without its result has the server asked, and floods of news change nothing", async () => {
  let isDone = false;
  const lines: (string | null)[] = [];
  let say: (event: object) => void = () => {};
  const { times, grow } = await growing(
    {
      get: () => (isDone ? done : complete(state({ pollIntervalMs: 600_000 }))),
      listen: (asked, write) => {
        const _meta = { "io.modelcontextprotocol/subscriptionId": asked.id };
        write({ method: "notifications/subscriptions/acknowledged", params: { _meta, notifications: {} } });
        say = (said) => write({ method: "notifications/tasks", params: { _meta, ...said } });
      },
    },
    { timing: { taskPollMs: 150 } },
  );
  const grown = grow({ onProgress: ({ message }) => void lines.push(message) });
  await until(() => times("subscriptions/listen") === 1, "a wish to be told");
  for (let count = 1; count <= 100; count += 1) say(state({ statusMessage: `Leaf ${count}` }));
  await until(() => lines.includes("Leaf 100"), "the last news");
  expect(lines.length).toBeLessThanOrEqual(4);
  isDone = true;
  say(state({ status: "completed" }));
  expect(textOf(await grown)).toBe("grown");
  expect(times("tasks/get")).toBe(2);
});

test("M134: whoever goes on with a call after a restart asks for its task, and sends no call", async () => {
  const { times, kept, grow } = await growing({});
  expect(textOf(await grow(goingOn(task({ leftMs: 50_000, since: Date.now() - 10_000 }))))).toBe("grown");
  expect([times("tools/call"), times("tasks/get")]).toEqual([0, 1]);
  expect(kept[0]?.leftMs).toBeLessThanOrEqual(40_000);
});

test("M134: a server that is away meanwhile is asked again when it is back", async () => {
  let away = 3;
  const { times, grow } = await growing({ get: () => ((away -= 1) > 0 ? { status: 503, body: "" } : done) });
  expect(textOf(await grow())).toBe("grown");
  expect(times("tools/call")).toBe(1);
});

test("M134: a task that its server does not know, or that is somebody else's now, has an unknown outcome", async () => {
  const gone = await growing({ get: () => ({ error: { code: -32_602, message: "Task has expired" } }) });
  expect(await gone.grow()).toMatchObject({ kind: "unknown", message: expect.stringContaining("Task has expired") });
  expect(gone.times("tasks/get")).toBe(1);
  const taken = await growing({});
  const outcome = taken.grow({ keepTask: () => Promise.reject(new Error("The run is no longer held.")) });
  await expect(outcome).rejects.toThrow("no longer held");
  expect(taken.times("tasks/get")).toBe(0);
});

test("M135: what a task asks is put to people, its answers go to the task, and no question is put twice", async () => {
  const asking = complete(state({ status: "input_required", inputRequests: { which: form } }));
  const { server, times, kept, grow } = await growing({ get: (asks) => (asks < 3 ? asking : done) });
  const asked = await grow();
  expect(Object.keys(questionsOf(asked).requests)).toEqual(["which"]);
  if (asked.kind !== "input-required" || asked.task === undefined) throw new Error("It asks for no task.");
  const answer = { action: "accept", content: { leaf: "oak" } } as const;
  // The second look still shows what was answered.
  expect(textOf(await grow(goingOn(asked.task, { which: answer })))).toBe("grown");
  expect(server.asked.find(({ method }) => method === "tasks/update")?.params).toMatchObject({
    taskId: "t-1",
    inputResponses: { which: answer },
  });
  expect([times("tools/call"), times("tasks/update"), times("tasks/get")]).toEqual([1, 1, 3]);
  expect(kept.map(({ answered }) => answered)).toEqual([[], [], ["which"]]);
});

test("M135: a task that asks for anything but a person's answer, or without end, is cancelled", async () => {
  const asking = (inputRequests: object) => complete(state({ status: "input_required", inputRequests }));
  const sampling = { method: "sampling/createMessage", params: {} };
  const tool = { method: "tools/call", params: { name: "other" } };
  for (const request of [sampling, tool]) {
    const { times, grow } = await growing({ get: () => asking({ more: request }) });
    expect(textOf(await grow())).toContain("which this client does not offer");
    await until(async () => times("tasks/cancel") === 1, "the task to be cancelled");
    expect(times("tools/call")).toBe(1);
  }
  const answered = Array.from({ length: 100 }, (_, at) => `q${at}`);
  const { grow } = await growing({ get: () => asking({ more: form }) });
  expect(textOf(await grow(goingOn(task({ answered }))))).toBe("The server asked too many questions.");
});

class RunStopped extends Error {
  override name = "RunStopped";
}

test("M136: Stop cancels the task at its server; who only leaves the call to another process does not", async () => {
  for (const [reason, cancels, says] of [
    [new RunStopped("The run was ended."), 1, "Its server was asked to cancel the task."],
    [new Error("This process is about to end."), 0, "Somebody else asks for it now."],
  ] as const) {
    const { times, grow } = await growing({ get: () => complete(state()) });
    const gone = new AbortController();
    const outcome = grow({ signal: gone.signal });
    await until(async () => times("tasks/get") > 1, "the task to be asked for");
    gone.abort(reason);
    expect(await outcome).toEqual({ kind: "unknown", message: expect.stringContaining(says) });
    if (cancels > 0) await until(async () => times("tasks/cancel") === cancels, "the task to be cancelled");
    const asked = times("tasks/get");
    expect([times("tools/call"), times("tasks/cancel"), times("tasks/get")]).toEqual([1, cancels, asked]);
  }
});

test("M136: a task that never ends is cancelled when the time of a call is over, however often it was taken over", async () => {
  const { times, grow } = await growing({ get: () => complete(state()) }, { timing: { totalMs: 300 } });
  const message = expect.stringContaining("did not end within the time of a call");
  expect(await grow()).toEqual({ kind: "unknown", message });
  await until(async () => times("tasks/cancel") === 1, "the task to be cancelled");
  const long = task({ leftMs: 60_000, since: Date.now() - 61_000 });
  for (const over of [task({ leftMs: 0 }), long])
    expect(await grow(goingOn(over))).toEqual({ kind: "unknown", message });
});

test("M137: lies about pauses, lives and ids change nothing: one poll at a time, one result, of this task", async () => {
  for (const more of [
    { pollIntervalMs: -1, ttlMs: 0 },
    { pollIntervalMs: "soon", ttlMs: -5 },
    { pollIntervalMs: 0, ttlMs: null, createdAt: "never" },
  ]) {
    const { times, grow } = await growing({
      begin: begun(more),
      get: (asks) => (asks < 3 ? complete(state(more)) : done),
    });
    expect(textOf(await grow())).toBe("grown");
    expect(times("tasks/get")).toBe(3);
  }
  const unknowable = "in a form that MCP does not know. The tool may have run.";
  for (const taskId of ["", 7, "x".repeat(1_001), "a\r\nb", "\uD800", undefined]) {
    const { times, grow } = await growing({ begin: begun({ taskId }) });
    expect(textOf(await grow()), String(taskId)).toContain(unknowable);
    expect(times("tasks/get")).toBe(0);
  }
  const other = await growing({ get: () => complete(state({ status: "completed", result: { content } }, "t-2")) });
  expect(textOf(await other.grow())).toContain(unknowable);
  const odd = await growing({ get: () => complete({ status: "completed" }) });
  expect(textOf(await odd.grow())).toContain(unknowable);
});

test("M137: a pause that is too short is made longer, and one without end shorter", async () => {
  const at: number[] = [];
  const get = (asks: number) => {
    at.push(performance.now());
    return asks < 3 ? complete(state({ pollIntervalMs: 0 })) : done;
  };
  const { grow } = await growing({ get }, { timing: { taskPollMs: 120 } });
  await grow();
  const [first = 0, , third = 0] = at;
  expect(third - first).toBeGreaterThanOrEqual(235);
});

test("M137: a task instead of an answer to anything but a call is no answer, nor is one in a result's metadata", async () => {
  const { rig } = await growing({ get: () => ({ result: { resultType: "task", ...state() } }) });
  const outcome = await rig.call("farm", "grow");
  expect(textOf(outcome)).toContain("in a form that MCP does not know");
  const meta = { content, _meta: { "countersign/task": state() } };
  const { times, grow } = await growing({ begin: complete(meta) });
  expect(textOf(await grow())).toBe("grown");
  expect(times("tasks/get")).toBe(0);
});

test("M137: an older server hears nothing of tasks", async () => {
  const server = await handWrittenServer("legacy", ({ method }) => {
    if (method === "tools/call") return begun();
    return method === "tools/list" ? { result: { tools: [{ name: "grow", inputSchema: { type: "object" } }] } } : null;
  });
  onTestFinished(server.stop);
  const rig = await mcpRig({ farm: server.entry });
  onTestFinished(() => rig.close());
  expect(await rig.call("farm", "grow")).toMatchObject({ kind: "result", result: { content: [] } });
  expect(JSON.stringify(server.asked)).not.toMatch(/tasks|extensions/);
});
