import { afterEach, describe, expect, test } from "vitest";
import {
  handWrittenServer,
  questionId,
  type Asked,
  type HandWritten,
  type Said,
} from "#e2e/support/hand-written-server.ts";
import { mcpRig, questionsOf, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import type { ElicitationAnswer, ElicitationRequest } from "#lib/gate/contract/tool.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const eras = ["modern", "legacy"] as const;
type Era = (typeof eras)[number];
const modes = { form: {}, url: {} };
const form = {
  message: "Which colour?",
  requestedSchema: { type: "object", properties: { colour: { type: "string" } } },
};

/** A server whose one tool is called `ask`. */
async function asking(era: Era, says: (asked: Asked) => Said): Promise<{ rig: McpRig; server: HandWritten }> {
  const tools = [{ name: "ask", inputSchema: { type: "object" } }];
  const server = await handWrittenServer(era, (asked) =>
    asked.method === "tools/call"
      ? says(asked)
      : asked.method === "tools/list"
        ? { result: { tools, resultType: "complete", ttlMs: 0, cacheScope: "private" } }
        : null,
  );
  const rig = await mcpRig({ shop: server.entry });
  cleanUp.push(() => server.stop());
  cleanUp.push(() => rig.close());
  return { rig, server };
}

/** What an older server asks before it answers with what was said to it. */
function askedFirst(params: object, before: object[] = []): Said {
  const question = { id: questionId, method: "elicitation/create", params };
  const last = ({ result, error }: Asked) => ({
    result: { content: [{ type: "text", text: JSON.stringify(result ?? { error }) }] },
  });
  return { events: [...before, question], last };
}

/** What a server of the era hears of an answer to its question, word by word. */
async function heardOf(era: Era, params: object, answer: ElicitationAnswer): Promise<unknown> {
  const content = [{ type: "text", text: "done" }];
  const { rig, server } = await asking(era, ({ params: sent }) => {
    if (era === "legacy") return askedFirst(params);
    if (sent?.["inputResponses"] !== undefined) return { result: { resultType: "complete", content } };
    const inputRequests = { q: { method: "elicitation/create", params } };
    return { result: { resultType: "input_required", inputRequests, requestState: "state" } };
  });
  if (era === "legacy") return JSON.parse(textOf(await rig.call("shop", "ask", {}, { elicit: async () => answer })));
  const { requests, requestState } = questionsOf(await rig.call("shop", "ask"));
  expect(Object.keys(requests)).toEqual(["q"]);
  const outcome = await rig.call("shop", "ask", {}, { resumption: { inputResponses: { q: answer }, requestState } });
  expect(textOf(outcome)).toBe("done");
  const sent = server.asked.at(-1)?.params ?? {};
  return (sent["inputResponses"] as { q: unknown }).q;
}

describe("what other clients got wrong", () => {
  test("M10: a new server hears with every request which questions we can ask, and of nothing else that we could do but tasks", async () => {
    const { rig, server } = await asking("modern", () => ({ result: { resultType: "complete", content: [] } }));
    await rig.call("shop", "ask");
    for (const { method, params } of server.asked) {
      const { _meta = {} } = (params ?? {}) as { _meta?: Record<string, unknown> };
      const extensions = { "io.modelcontextprotocol/tasks": {} };
      expect(_meta["io.modelcontextprotocol/clientCapabilities"], method).toEqual({ elicitation: modes, extensions });
    }
    expect(server.asked.map(({ method }) => method)).toContain("tools/call");
  });

  test("M10: an old server hears it once, as it connects", async () => {
    const { server } = await asking("legacy", () => ({ result: { content: [] } }));
    const [hello] = server.asked;
    expect(hello).toMatchObject({ method: "initialize" });
    expect(hello?.params?.["capabilities"]).toEqual({ elicitation: modes });
  });

  test.each(eras)("M10: a no has no content, not even an empty one; a yes has what was answered (%s)", async (era) => {
    // Without a mode it is a form.
    expect(await heardOf(era, form, { action: "decline" })).toEqual({ action: "decline" });
    expect(await heardOf(era, form, { action: "cancel" })).toEqual({ action: "cancel" });
    const yes = { action: "accept", content: { colour: "red" } } as const;
    expect(await heardOf(era, form, yes)).toEqual(yes);
    const empty = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
    expect(await heardOf(era, empty, { action: "accept", content: {} })).toEqual({ action: "accept", content: {} });
  });

  test.each(eras)(
    "M10: a yes to a link is told at once, without content, whether the link has an id or not (%s)",
    async (era) => {
      const link = { mode: "url", message: "Sign in.", url: "https://example.com/sign-in" };
      for (const params of [link, { ...link, elicitationId: "1" }])
        expect(await heardOf(era, params, { action: "accept" })).toEqual({ action: "accept" });
    },
  );

  test("M10: nobody to ask is an error, and never a no that nobody said", async () => {
    const { rig } = await asking("legacy", () => askedFirst(form));
    const outcome = await rig.call("shop", "ask", {}, { elicit: () => Promise.reject(new Error("Nobody is there.")) });
    expect(JSON.parse(textOf(outcome))).toEqual({
      error: { code: -32603, message: "The question could not be put to a person." },
    });
  });

  test("M10: a question before any call gets an error at once, and no answer that nobody gave", async () => {
    const heard: unknown[] = [];
    const tools = [{ name: "ask", inputSchema: { type: "object" } }];
    const server = await handWrittenServer("legacy", ({ method }) => {
      const last = ({ result, error }: Asked) => {
        heard.push(result ?? error);
        return { result: { tools } };
      };
      const question = { id: questionId, method: "elicitation/create", params: form };
      return method === "tools/list" ? { events: [question], last } : null;
    });
    cleanUp.push(() => server.stop());
    const rig = await mcpRig({ shop: server.entry });
    cleanUp.push(() => rig.close());
    expect(rig.servers.list()[0]?.status).toBe("up");
    expect(heard[0]).toMatchObject({ code: -32600, message: expect.stringContaining("no call in flight") });
  });

  test("M10: of many questions in a row each reaches the person, and none ends by itself", async () => {
    const { rig } = await asking("legacy", () => askedFirst(form));
    let asked = 0;
    for (let at = 0; at < 30; at += 1) {
      const answer = { action: "accept" as const, content: { colour: `colour ${at}` } };
      const elicit = async () => {
        asked += 1;
        return answer;
      };
      expect(JSON.parse(textOf(await rig.call("shop", "ask", {}, { elicit })))).toEqual(answer);
    }
    expect(asked).toBe(30);
  });

  test("M10: what a server says beside its question changes nothing: pages that were finished, unknown messages", async () => {
    const beside = [
      { method: "notifications/elicitation/complete", params: { elicitationId: "of another" } },
      { method: "notifications/elicitation/complete" },
      { method: "notifications/message", params: { level: "info", data: null } },
      { method: "notifications/nothing-known", params: [] },
      { method: "notifications/cancelled", params: { requestId: "of another" } },
    ];
    const { rig } = await asking("legacy", () => askedFirst(form, beside));
    const asked: ElicitationRequest[] = [];
    const elicit = async (request: ElicitationRequest) => {
      asked.push(request);
      return { action: "accept" as const, content: { colour: "blue" } };
    };
    const outcome = await rig.call("shop", "ask", {}, { elicit });
    expect(JSON.parse(textOf(outcome))).toEqual({ action: "accept", content: { colour: "blue" } });
    expect(asked).toEqual([{ ...form, mode: "form", url: null }]);
  });
});
