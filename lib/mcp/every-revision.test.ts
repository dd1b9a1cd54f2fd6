import { afterEach, expect, test } from "vitest";
import { handWrittenServer, questionId, type Asked, type Said } from "#e2e/support/hand-written-server.ts";
import { mcpRig, textOf } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import type { ClearedCall } from "#lib/gate/contract/tool.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const older = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/** Questions came with 2025-06-18. */
const asks = (revision: string) => revision >= "2025-06-18";
const red: ClearedCall["elicit"] = async () => ({ action: "accept", content: { colour: "red" } });

test.for(older)("M173: a program of %s is spoken to", async (revision) => {
  const args = [serverFile("old-program.ts"), JSON.stringify({ revision })];
  const rig = await mcpRig({ shop: { command: "node", args } });
  cleanUp.push(() => rig.close());
  expect(rig.servers.inspect()[0]).toMatchObject({ status: "up", problem: null, era: "legacy" });
  expect(textOf(await rig.call("shop", "echo", { text: "hello" }))).toBe("hello");
  if (asks(revision))
    expect(textOf(await rig.call("shop", "ask", { label: "door" }, { elicit: red }))).toBe("door: red");
});

const tools = [{ name: "ask", inputSchema: { type: "object" } }];
const question = { message: "Which?", requestedSchema: { type: "object", properties: { colour: { type: "string" } } } };
const done = (colour: unknown, more: object = {}) => ({
  result: { content: [{ type: "text", text: String(colour) }], ...more },
});
const colourIn = (answer: unknown) => (answer as { content: { colour: string } }).content.colour;

/** What a web server of an older revision answers to all but the usual. */
function ofOlder(revision: string, { method }: Asked): Said | null {
  if (method === "initialize") {
    const serverInfo = { name: "by hand", version: "1" };
    return { result: { protocolVersion: revision, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === "tools/list") return { result: { tools } };
  if (method !== "tools/call") return null;
  if (!asks(revision)) return done("red");
  const asked = { id: questionId, method: "elicitation/create", params: question };
  return { events: [asked], last: ({ result }) => done(colourIn(result)) };
}

/** The same of the newer era, where a question is a result, and the call comes again with its answer. */
function ofNewer({ method, params = {} }: Asked): Said | null {
  const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  if (method === "tools/list") return { result: { ...complete, tools } };
  if (method !== "tools/call") return null;
  const answers = params["inputResponses"] as { a: unknown } | undefined;
  if (answers !== undefined) return done(colourIn(answers.a), { resultType: "complete" });
  return {
    result: { resultType: "input_required", inputRequests: { a: { method: "elicitation/create", params: question } } },
  };
}

test.for([...older.slice(1), "2026-07-28"])("M173: a web server of %s is spoken to", async (revision) => {
  const isNewer = revision === "2026-07-28";
  const era = isNewer ? "modern" : "legacy";
  const server = await handWrittenServer(era, (asked) => (isNewer ? ofNewer(asked) : ofOlder(revision, asked)));
  cleanUp.push(() => server.stop());
  const rig = await mcpRig({ shop: { url: server.entry.url } });
  cleanUp.push(() => rig.close());
  expect(rig.servers.inspect()[0]).toMatchObject({ status: "up", problem: null, era });
  const outcome = await rig.call("shop", "ask", {}, { elicit: red });
  if (!isNewer) return expect(textOf(outcome)).toBe("red");
  expect(outcome).toMatchObject({ kind: "input-required", requests: { a: { mode: "form", message: "Which?" } } });
  const inputResponses = { a: await red({} as never, new AbortController().signal) };
  const resumption = { inputResponses, requestState: null };
  expect(textOf(await rig.call("shop", "ask", {}, { resumption }))).toBe("red");
});
