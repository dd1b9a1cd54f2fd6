import { afterEach, describe, expect, test } from "vitest";
import { mcpRig, questionsOf, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";
import type { ClearedCall, ElicitationAnswer } from "#lib/gate/contract/tool.ts";

const labels = ["one", "two", "three", "four", "five", "six"];
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

async function rigFor(server: object): Promise<McpRig> {
  const rig = await mcpRig({ server });
  cleanUp.push(() => rig.close());
  return rig;
}

async function web(name: string): Promise<RunningServer> {
  const running = await startServer(name);
  cleanUp.push(() => running.stop());
  return running;
}

const colourFor = (label: string): ElicitationAnswer => ({ action: "accept", content: { colour: `${label}-colour` } });

/** Asks a person per call; each must only ever be asked about the call's own label. */
function people(answer: (label: string) => Promise<ElicitationAnswer>) {
  const asked: string[] = [];
  return {
    asked,
    elicit: (label: string): ClearedCall["elicit"] => {
      return async ({ message }) => {
        asked.push(`${label} was asked: ${message}`);
        return answer(label);
      };
    },
  };
}

const rightQuestions = labels.map((label) => `${label} was asked: Which colour for ${label}?`).sort();
const rightAnswers = labels.map((label) => `${label}: ${label}-colour`);

/** Nobody answers before all six were asked; then the last is answered first. */
function allBeforeAny() {
  const waiting = new Map<string, () => void>();
  return (label: string) =>
    new Promise<ElicitationAnswer>((resolve) => {
      waiting.set(label, () => resolve(colourFor(label)));
      if (waiting.size === labels.length) for (const each of labels.toReversed()) waiting.get(each)?.();
    });
}

describe("six parallel calls on one connection, each asking, land on the right six", () => {
  test.each(["stdio", "http"])("S4.20, M5: over %s with a server of 2026-07-28", async (kind) => {
    const rig = await rigFor(
      kind === "http"
        ? { url: (await web("asking-server.ts")).url, era: "modern" }
        : { command: "node", args: [serverFile("asking-server.ts")], era: "modern" },
    );
    const asked = await Promise.all(labels.map((label) => rig.call("server", "ask", { label })));
    for (const [index, label] of labels.entries())
      expect(questionsOf(asked[index]!).requests["colour"]?.message).toBe(`Which colour for ${label}?`);
    const answered = await Promise.all(
      labels.map((label) => {
        const resumption = { inputResponses: { colour: colourFor(label) }, requestState: null };
        return rig.call("server", "ask", { label }, { resumption });
      }),
    );
    expect(answered.map(textOf)).toEqual(rightAnswers);
  });

  test.each([
    ["the newer SDK", "asking-server.ts"],
    ["the older SDK", "old-asking-server.ts"],
  ])("S4.20: over HTTP with a server of 2025-11-25 on %s, all cards open at once", async (_, file) => {
    const rig = await rigFor({ url: (await web(file)).url, era: "legacy" });
    const { asked, elicit } = people(allBeforeAny());
    const answers = await Promise.all(
      labels.map((label) => rig.call("server", "ask", { label }, { elicit: elicit(label) })),
    );
    expect(answers.map(textOf)).toEqual(rightAnswers);
    expect(asked.sort()).toEqual(rightQuestions);
  });

  test.each([
    ["the newer SDK", "asking-server.ts", "ask"],
    ["the older SDK", "old-asking-server.ts", "ask"],
    ["the older SDK, asking without a link to the call", "old-asking-server.ts", "ask_off_stream"],
  ])("S4.20: over stdio with a server of 2025-11-25 on %s, once it was seen to ask", async (_, file, tool) => {
    const rig = await rigFor({ command: "node", args: [serverFile(file)], era: "legacy" });
    const { asked, elicit } = people(async (label) => colourFor(label));
    const seen = await rig.call("server", tool, { label: "first" }, { elicit: elicit("first") });
    expect(textOf(seen)).toBe("first: first-colour");
    asked.splice(0);
    const answers = await Promise.all(
      labels.map((label) => rig.call("server", tool, { label }, { elicit: elicit(label) })),
    );
    expect(answers.map(textOf)).toEqual(rightAnswers);
    expect(asked.sort()).toEqual(rightQuestions);
  });

  test("S4.20: over HTTP with an old server that asks on the session's own stream, once it was seen to do so", async () => {
    const rig = await rigFor({ url: (await web("old-asking-server.ts")).url });
    const { asked, elicit } = people(async (label) => colourFor(label));
    const ask = (label: string) => rig.call("server", "ask_off_stream", { label }, { elicit: elicit(label) });
    expect(textOf(await ask("one"))).toBe("one: one-colour");
    const answers = await Promise.all(labels.map(ask));
    expect(answers.map(textOf)).toEqual(rightAnswers);
    expect(asked.slice(1).sort()).toEqual(rightQuestions);
  });
});

test("a question that could belong to several calls is put to nobody; asked again, it lands", async () => {
  const rig = await rigFor({ url: (await web("old-asking-server.ts")).url });
  const { asked, elicit } = people(async (label) => colourFor(label));
  const ask = (label: string) => rig.call("server", "ask_off_stream", { label }, { elicit: elicit(label) });
  const answers = await Promise.all(labels.map(ask));
  for (const [index, answer] of answers.entries()) {
    const said = textOf(answer);
    expect(said === rightAnswers[index] || said.includes("nothing says which of them")).toBe(true);
  }
  expect(answers.map(textOf).some((said) => said.includes("nothing says which of them"))).toBe(true);
  for (const question of asked) expect(rightQuestions).toContain(question);
  expect((await Promise.all(labels.map(ask))).map(textOf)).toEqual(rightAnswers);
});

test("S4.22: after a call was given up, a late question of the old server cannot reach the next call, and its process lives on", async () => {
  const rig = await rigFor({ command: "node", args: [serverFile("old-asking-server.ts")] });
  const pidOf = async () => JSON.parse(textOf(await rig.call("server", "process"))).pid;
  const before = await pidOf();
  const stop = new AbortController();
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  const stopped = rig.call(
    "server",
    "ask",
    { label: "one" },
    {
      signal: stop.signal,
      elicit: (_, signal) => {
        resolve();
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("Stopped."))));
      },
    },
  );
  await isAsked;
  stop.abort();
  expect((await stopped).kind).toBe("unknown");
  const { asked, elicit } = people(async (label) => colourFor(label));
  expect(textOf(await rig.call("server", "ask", { label: "two" }, { elicit: elicit("two") }))).toBe("two: two-colour");
  expect(asked).toEqual(["two was asked: Which colour for two?"]);
  expect(await pidOf()).toBe(before);
});
