import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listeningAt } from "#e2e/support/listening.ts";
import { framesFor } from "#e2e/support/model-frames.ts";

/** What the scripted model of an agent calls: the first offered tool with this end of a name. */
export type ModelCall = { tool: string; arguments: Record<string, unknown> };
/** The next call after what was heard of those before; undefined: none. */
type Next = (heard: readonly string[]) => ModelCall | undefined;
type Body = Record<string, unknown>;
type Item = Record<string, unknown>;
/** How an API says one thing: words at the end, or a call. */
type Said = { text: string } | { call: { id: string; name: string; space?: string; arguments: Body } };

export type AgentModel = {
  url: string;
  /** What the model was told of its calls so far, in order. */
  heard: string[];
  /** Names of the tools it was offered. */
  offered: Set<string>;
  /** Requests to addresses that it does not serve. */
  unknown: string[];
};

/**
 * The scripted model of an agent that a test starts, behind the APIs of Anthropic, Google and OpenAI: it makes the calls
 * one after the other, and then says "done". Where the tool is not on offer it says "ok", as to the small questions that
 * agents ask beside.
 */
export async function agentModel(calls: readonly ModelCall[] | Next): Promise<AgentModel> {
  const model = { heard: [] as string[], offered: new Set<string>(), unknown: [] as string[] };
  const next = (body: Body): Said => {
    const tools = toolsIn(body["tools"]);
    for (const { name } of tools) model.offered.add(name);
    const heard = resultsIn(body);
    if (heard.length > model.heard.length) model.heard = heard;
    const call = typeof calls === "function" ? calls(heard) : calls[heard.length];
    const tool = call && tools.find(({ name }) => name.endsWith(call.tool));
    if (tool === undefined) return { text: heard.length > 0 && tools.length > 0 ? "done" : "ok" };
    return { call: { id: `toolu_${heard.length + 1}`, ...tool, arguments: call?.arguments ?? {} } };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const api = request.method === "POST" ? apis.find(({ serves }) => serves.test(path)) : undefined;
      if (api === undefined) {
        model.unknown.push(`${request.method} ${path}`);
        response.writeHead(404, { "content-type": "application/json" }).end("{}");
        return;
      }
      const body = (await json(request)) as Body;
      const isStream = body["stream"] === true || path.endsWith(":streamGenerateContent");
      const said = api.say(next(body), String(body["model"]));
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      if (!isStream) return void response.end(JSON.stringify(said.whole));
      for (const event of said.events) {
        const { type } = event as { type?: unknown };
        const named = typeof type === "string" ? `event: ${type}\n` : "";
        response.write(`${named}data: ${JSON.stringify(event)}\n\n`);
      }
      response.end(api.end);
    })().catch(() => response.destroy());
  });
  return Object.assign(model, { url: await listeningAt(server) });
}

const apis = [
  { serves: /\/v1\/messages$/, say: asAnthropic, end: "" },
  { serves: /:(stream)?[gG]enerateContent$/, say: asGoogle, end: "" },
  { serves: /\/responses$/, say: asOpenAi("responses"), end: "" },
  { serves: /\/chat\/completions$/, say: asOpenAi("chat"), end: "data: [DONE]\n\n" },
];

function asAnthropic(said: Said, model: string) {
  const isCall = "call" in said;
  const block = isCall
    ? { type: "tool_use", id: said.call.id, name: said.call.name, input: said.call.arguments }
    : { type: "text", text: said.text };
  const stop = { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model };
  const begun = isCall ? { ...block, input: {} } : { type: "text", text: "" };
  const delta = isCall
    ? { type: "input_json_delta", partial_json: JSON.stringify(said.call.arguments) }
    : { type: "text_delta", text: said.text };
  const none = { stop_reason: null, stop_sequence: null };
  return {
    whole: { ...message, content: [block], ...stop, usage },
    events: [
      { type: "message_start", message: { ...message, content: [], ...none, usage } },
      { type: "content_block_start", index: 0, content_block: begun },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: stop, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
  };
}

function asGoogle(said: Said) {
  const part = "call" in said ? { functionCall: { name: said.call.name, args: said.call.arguments } } : said;
  const candidate = { content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 };
  const whole = {
    candidates: [candidate],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  return { whole, events: [whole] };
}

function asOpenAi(api: "chat" | "responses") {
  return (said: Said, model: string) => {
    const frames = framesFor[api](model);
    const start = frames.start();
    const middle =
      "text" in said
        ? frames.text(said.text)
        : frames.call({ id: said.call.id, name: said.call.name, json: JSON.stringify(said.call.arguments) });
    const space = "call" in said ? said.call.space : undefined;
    const events = [...start, ...middle, ...frames.end()];
    // Tools in a namespace are called by it too.
    if (space !== undefined) for (const item of callsIn(events)) item["namespace"] = space;
    return { whole: frames.whole(), events };
  };
}

function callsIn(value: unknown): Item[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (typeof value !== "object" || value === null) return [];
  const own = (value as Item)["type"] === "function_call" ? [value as Item] : [];
  return [...own, ...Object.values(value).flatMap(callsIn)];
}

/** Tools as the APIs list them: flat, as functions, as declarations, or in namespaces. */
function toolsIn(listed: unknown, space?: string): { name: string; space?: string }[] {
  if (!Array.isArray(listed)) return [];
  return (listed as Item[]).flatMap((tool) => {
    const { name, functionDeclarations, tools } = tool;
    const { name: ofFunction } = (tool["function"] ?? {}) as Item;
    if (Array.isArray(functionDeclarations)) return toolsIn(functionDeclarations);
    if (Array.isArray(tools)) return toolsIn(tools, String(name));
    const called = name ?? ofFunction;
    return typeof called === "string" ? [{ name: called, ...(space === undefined ? {} : { space }) }] : [];
  });
}

/** Results of tools in a request of any of the APIs, in order, as text. */
function resultsIn(body: Body): string[] {
  const items = [body["messages"], body["input"], body["contents"]].flatMap((list) =>
    Array.isArray(list) ? (list as Item[]) : [],
  );
  return items
    .flatMap((item) => [item, ...[item["content"], item["parts"]].flatMap((list) => (Array.isArray(list) ? list : []))])
    .flatMap((item: Item) => {
      const isResult =
        item["role"] === "tool" ||
        item["type"] === "function_call_output" ||
        item["type"] === "tool_result" ||
        item["functionResponse"] !== undefined;
      return isResult ? [JSON.stringify(item["functionResponse"] ?? item["output"] ?? item["content"] ?? "")] : [];
    });
}
