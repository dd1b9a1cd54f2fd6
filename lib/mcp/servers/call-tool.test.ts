import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clearedCall, mcpRig, questionsOf, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";
import type { ClearedCall, ElicitationAnswer, ElicitationRequest } from "#lib/gate/contract/tool.ts";

let rig: McpRig;
/** The same servers, given up after two seconds of silence. */
let hasty: McpRig;
const silenceMs = 2_000;
const web: RunningServer[] = [];

beforeAll(async () => {
  web.push(await startServer("asking-server.ts"), await startServer("old-asking-server.ts"));
  const [asking, old] = web.map((server) => server.url);
  const servers = {
    "modern stdio": { command: "node", args: [serverFile("asking-server.ts")] },
    "modern http": { url: asking },
    "legacy stdio": { command: "node", args: [serverFile("asking-server.ts")], era: "legacy" },
    "legacy http": { url: asking, era: "legacy" },
    "old stdio": { command: "node", args: [serverFile("old-asking-server.ts")] },
    "old http": { url: old },
  };
  rig = await mcpRig(servers, { timing: { keepAliveMs: 100 } });
  hasty = await mcpRig(servers, { timing: { silenceMs, totalMs: 4_000, roundPauseMs: 1 } });
});
afterAll(async () => {
  await rig.close();
  await hasty.close();
  for (const server of web) await server.stop();
});

const newer = ["modern stdio", "modern http"];
const oldSdk = ["old stdio", "old http"];
const older = ["legacy stdio", "legacy http", ...oldSdk];
const dual = [...newer, "legacy stdio", "legacy http"];
const all = [...newer, ...older];

/** Side by side; a failure names its server. */
async function onEach(servers: string[], check: (server: string) => Promise<void>): Promise<void> {
  const failed = (server: string) => (cause: unknown) =>
    Promise.reject(new Error(`${server}: ${String(cause)}`, { cause }));
  await Promise.all(servers.map((server) => check(server).catch(failed(server))));
}

const accept = (colour: string): ElicitationAnswer => ({ action: "accept", content: { colour } });

const thinksFor =
  (ms: number): ClearedCall["elicit"] =>
  async (_, signal) => {
    await delay(ms, undefined, { signal });
    return accept("red");
  };

describe("in every era and over every transport", () => {
  test("S0.36: a result passes unchanged, and arguments arrive as they were", () =>
    onEach(all, async (server) => {
      const said = "; $( ) `rm` \n \"'\\ €😀";
      expect(await rig.call(server, "echo", { text: said })).toEqual({
        kind: "result",
        result: { content: [{ type: "text", text: said }], structuredContent: null, isError: false },
      });
    }));

  test("an error of the protocol is a result that says so", () =>
    onEach(all, async (server) => {
      const outcome = await rig.call(server, "echo", { text: 1 });
      expect(outcome).toMatchObject({ kind: "result", result: { isError: true } });
      expect(textOf(outcome)).toMatch(/invalid/i);
    }));

  test("a call needs a clearance of its own, and each works once", () =>
    onEach(all, async (server) => {
      const call = clearedCall({ text: "x" });
      expect(textOf(await rig.tool(server, "echo").call(call))).toBe("x");
      await expect(rig.tool(server, "echo").call(call)).rejects.toThrow("already been spent");
      const foreign = { ...clearedCall({ text: "x" }), callId: "another" };
      await expect(rig.tool(server, "echo").call(foreign)).rejects.toThrow("another tool call");
    }));

  test("a call that was stopped before it was sent is not sent", () =>
    onEach(all, async (server) => {
      expect(await rig.call(server, "echo", { text: "x" }, { signal: AbortSignal.abort() })).toEqual({
        kind: "not-sent",
        message: "It was stopped before the call was sent.",
      });
    }));

  test("S4.21: calls run side by side", () =>
    onEach(["modern stdio", "modern http", "legacy stdio", "legacy http"], async (server) => {
      const meet = () => rig.call(server, "meet", { people: 3 }).then(textOf);
      expect(await Promise.all([meet(), meet(), meet()])).toEqual(["met", "met", "met"]);
    }));

  test("a tool's own failure is its result", () =>
    onEach(dual, async (server) => {
      expect(await rig.call(server, "fail")).toMatchObject({ kind: "result", result: { isError: true } });
    }));

  test("G1: the server finds our id of the call, and a key where the call may come twice", () =>
    onEach(dual, async (server) => {
      const callId = `call-${server}`;
      const meta = JSON.parse(textOf(await rig.call(server, "meta", {}, { callId })));
      expect(meta["countersign/call-id"]).toBe(callId);
      expect(meta).not.toHaveProperty("countersign/idempotency-key");
      const twice = await rig.call(server, "meta", {}, { idempotencyKey: "approval" });
      expect(JSON.parse(textOf(twice))["countersign/idempotency-key"]).toBe("approval");
    }));
});

describe("time", () => {
  // A server that was never seen to ask shares its process among calls; then the first question after one that was given
  // up is put to nobody.
  beforeAll(async () => {
    const elicit: ClearedCall["elicit"] = async () => accept("red");
    const see = (servers: McpRig) => (server: string) =>
      servers.call(server, "ask", { label: "x" }, { elicit }).then((outcome) => expect(textOf(outcome)).toBe("x: red"));
    await Promise.all([onEach(older, see(rig)), onEach(older, see(hasty))]);
  });

  test("a silent server is given up, and nobody claims to know what happened", () =>
    onEach([...dual, ...oldSdk], async (server) => {
      const isOld = oldSdk.includes(server);
      expect(await hasty.call(server, isOld ? "hang" : "take", isOld ? {} : { ms: 10_000, steps: 1 })).toEqual({
        kind: "unknown",
        message: "The server did not answer in time.",
      });
    }));

  test("S4.17: progress is passed on and keeps the call alive", () =>
    onEach(dual, async (server) => {
      const seen: unknown[] = [];
      const onProgress: ClearedCall["onProgress"] = (progress) => void seen.push(progress);
      expect(textOf(await hasty.call(server, "take", { ms: 3_000, steps: 12 }, { onProgress }))).toBe("took 3000 ms");
      expect(seen[0]).toEqual({ progress: 1, total: 12, message: "step 1" });
      expect(seen.length).toBeGreaterThan(2);
    }));

  test("progress cannot keep a call alive for ever", () =>
    onEach(dual, async (server) => {
      const outcome = await hasty.call(server, "take", { ms: 20_000, steps: 100 });
      expect(outcome).toEqual({ kind: "unknown", message: "The server did not answer in time." });
    }));

  test("stopping ends the call on the server and leaves its outcome unknown", () =>
    onEach(dual, async (server) => {
      const stop = new AbortController();
      const callId = `stopped-${server}`;
      const over = { callId, signal: stop.signal, onProgress: () => stop.abort() };
      const outcome = await rig.call(server, "take", { ms: 20_000, steps: 200 }, over);
      expect(outcome).toEqual({ kind: "unknown", message: "It was stopped after the call was sent." });
      let stopped: string[] = [];
      while (!stopped.includes(callId)) stopped = JSON.parse(textOf(await rig.call(server, "stopped")));
    }));

  test("M8: a person may think longer than any limit of the call", () =>
    onEach(older, async (server) => {
      const elicit = thinksFor(silenceMs * 2.5);
      expect(textOf(await hasty.call(server, "ask", { label: "door" }, { elicit }))).toBe("door: red");
    }));

  test("M8: an old server that waits two seconds is told that somebody is still there", () =>
    onEach(oldSdk, async (server) => {
      const elicit = thinksFor(3_000);
      const answer = await rig.call(server, "ask_impatiently", { label: "door", ms: 2_000 }, { elicit });
      expect(textOf(answer)).toBe("door: red");
    }));
});

describe("questions of the older era", () => {
  test("S4.3: decline and cancel reach the server without content", () =>
    onEach(older, async (server) => {
      for (const action of ["decline", "cancel"] as const) {
        const elicit: ClearedCall["elicit"] = async () => ({ action, content: { colour: "red" } });
        expect(textOf(await rig.call(server, "ask", { label: "door" }, { elicit }))).toBe(`door: ${action}`);
      }
    }));

  test("S0.34: a question that cannot be put to a person is an error, never a decline", () =>
    onEach(older, async (server) => {
      const said = textOf(await rig.call(server, "ask", { label: "door" }));
      expect(said).toContain("could not be put to a person");
      expect(said).not.toContain("decline");
    }));

  test("M10: when the server withdraws its question, the card hears of it", () =>
    onEach(oldSdk, async (server) => {
      const { promise: withdrawn, resolve } = Promise.withResolvers<string>();
      const elicit: ClearedCall["elicit"] = (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            resolve("withdrawn");
            reject(new Error("Withdrawn."));
          }),
        );
      const outcome = rig.call(server, "ask_and_give_up", { label: "door", ms: 200 }, { elicit });
      expect(await withdrawn).toBe("withdrawn");
      expect(textOf(await outcome)).toContain("timed out");
    }));

  test("E6: the schema of a form arrives raw, with everything the SDK would drop", () =>
    onEach(oldSdk, async (server) => {
      const requestedSchema = {
        type: "object",
        properties: {
          code: { type: "string", pattern: "^[a-z]+$", format: "made-up" },
          either: { anyOf: [{ type: "string" }, { type: "null" }] },
        },
      };
      const asked: ElicitationRequest[] = [];
      const elicit: ClearedCall["elicit"] = async (request) => {
        asked.push(request);
        return { action: "accept" };
      };
      const params = JSON.stringify({ message: "Code?", requestedSchema });
      const answer = JSON.parse(textOf(await rig.call(server, "ask_raw", { params }, { elicit })));
      expect(answer).toEqual({ action: "accept", content: {} });
      expect(asked).toEqual([{ mode: "form", message: "Code?", requestedSchema, url: null }]);
    }));

  test("M4: a link is handed on as such, and a yes to it carries no content", () =>
    onEach(oldSdk, async (server) => {
      const asked: ElicitationRequest[] = [];
      const elicit: ClearedCall["elicit"] = async (request) => {
        asked.push(request);
        return { action: "accept" };
      };
      const params = JSON.stringify({ mode: "url", message: "Sign in", url: "https://a.example/", elicitationId: "1" });
      const answer = JSON.parse(textOf(await rig.call(server, "ask_raw", { params }, { elicit })));
      expect(answer).toEqual({ action: "accept" });
      expect(asked).toMatchObject([{ mode: "url", url: "https://a.example/" }]);
    }));

  test("M4: a link that cannot be looked at reaches nobody, and the server hears of an error", () =>
    onEach(oldSdk, async (server) => {
      for (const url of [undefined, 5, `https://a.example/${"x".repeat(2_000)}`]) {
        const params = JSON.stringify({ mode: "url", message: "Sign in", url, elicitationId: "1" });
        expect(textOf(await rig.call(server, "ask_raw", { params }))).toContain("-32602");
      }
    }));

  test("M6: what we did not declare is refused as unknown, and no person hears of it", () =>
    onEach(oldSdk, async (server) => {
      for (const method of ["sampling/createMessage", "roots/list"]) {
        const params = JSON.stringify({ messages: [], maxTokens: 1 });
        expect(textOf(await rig.call(server, "ask_raw", { params, method }))).toContain("-32601");
      }
    }));

  test("M4: a server that wants a page opened before it begins says which", () =>
    onEach(oldSdk, async (server) => {
      const args = { url: "https://a.example/", doneWhen: "/nowhere" };
      expect(await rig.call(server, "link_first", args)).toEqual({
        kind: "links-first",
        requests: { 0: { mode: "url", message: "Sign in first.", url: "https://a.example/", requestedSchema: null } },
      });
    }));
});

describe("questions of the newer era", () => {
  test("M5: in several rounds, with the server's state carried along", () =>
    onEach(newer, async (server) => {
      const first = questionsOf(await rig.call(server, "ask_twice", { label: "door" }));
      expect(Object.keys(first.requests)).toEqual(["first"]);
      const green = { inputResponses: { first: accept("green") }, requestState: first.requestState };
      const second = questionsOf(await rig.call(server, "ask_twice", { label: "door" }, { resumption: green }));
      expect(second).toMatchObject({ requests: { second: { mode: "form" } }, requestState: "green" });
      const blue = { inputResponses: { second: accept("blue") }, requestState: second.requestState };
      expect(textOf(await rig.call(server, "ask_twice", { label: "door" }, { resumption: blue }))).toBe(
        "door: green, then blue",
      );
    }));

  test("M5: several in one round", () =>
    onEach(newer, async (server) => {
      const { requests, requestState } = questionsOf(await rig.call(server, "ask_both", { label: "house" }));
      expect(Object.keys(requests).sort()).toEqual(["roof", "wall"]);
      const inputResponses = { wall: accept("white"), roof: { action: "decline" as const } };
      const resumption = { inputResponses, requestState };
      expect(textOf(await rig.call(server, "ask_both", { label: "house" }, { resumption }))).toBe(
        "house: white wall, decline roof",
      );
    }));

  test("M4: links among them, until the server has what it waits for", () =>
    onEach(newer, async (server) => {
      const args = { url: "https://a.example/", doneWhen: "/nowhere" };
      const { requests } = questionsOf(await rig.call(server, "link", args));
      expect(requests["page"]).toMatchObject({ mode: "url", url: "https://a.example/" });
      const resumption = { inputResponses: { page: { action: "accept" as const } }, requestState: null };
      expect(questionsOf(await rig.call(server, "link", args, { resumption })).requests).toEqual(requests);
      const done = { ...args, doneWhen: import.meta.filename };
      expect(textOf(await rig.call(server, "link", done, { resumption }))).toBe("signed in");
    }));

  test("M5: by a tool with an output schema", () =>
    onEach(newer, async (server) => {
      const { requests } = questionsOf(await rig.call(server, "ask_structured", { label: "door" }));
      expect(requests["colour"]?.message).toBe("Which colour for door?");
      const resumption = { inputResponses: { colour: accept("red") }, requestState: null };
      const outcome = await rig.call(server, "ask_structured", { label: "door" }, { resumption });
      expect(outcome).toMatchObject({ kind: "result", result: { structuredContent: { colour: "red" } } });
    }));

  test("M5: a round without a question is tried again after a while, but not for ever", () =>
    onEach(newer, async (server) => {
      const started = performance.now();
      expect(textOf(await rig.call(server, "postpone", { rounds: 2 }))).toBe("ready after 2 rounds");
      expect(performance.now() - started).toBeGreaterThan(700);
      const endless = await hasty.call(server, "postpone", { rounds: 1_000 });
      expect(endless).toMatchObject({ kind: "result", result: { isError: true } });
      expect(textOf(endless)).toContain("put the call off 10 times");
    }));
});
