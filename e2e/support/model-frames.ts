import { randomUUID } from "node:crypto";
import type { ModelRequest } from "./model-script.ts";

/** Writes one answer in the events of an API. Every method returns what goes over the wire for it, in order. */
export type Frames = {
  start: () => object[];
  text: (delta: string) => object[];
  reasoning: (delta: string) => object[];
  call: (call: { id: string; name: string; json: string }) => object[];
  end: () => object[];
  /** The body of an answer that is not streamed; after `end`. */
  whole: () => object;
};

const chatUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const responsesUsage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };

export const framesFor: { [Api in ModelRequest["api"]]: (model: string) => Frames } = {
  chat: chatFrames,
  responses: responsesFrames,
};

function chatFrames(model: string): Frames {
  const id = `chatcmpl-${randomUUID()}`;
  const toolCalls: object[] = [];
  let content = "";
  const envelope = { id, object: "chat.completion.chunk", created: 1_700_000_000, model };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...envelope,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  let begun = false;
  const role = (nothing: "" | null) => {
    const chunks = begun ? [] : [chunk({ role: "assistant", content: nothing })];
    begun = true;
    return chunks;
  };
  const finish = () => (toolCalls.length > 0 ? "tool_calls" : "stop");
  return {
    // The role goes out with the first words: it says whether text or something else begins.
    start: () => [],
    text: (delta) => {
      content += delta;
      return [...role(""), chunk({ content: delta })];
    },
    reasoning: (text) => [...role(null), chunk({ reasoning_content: text })],
    call: ({ id: callId, name, json }) => {
      const index = toolCalls.length;
      toolCalls.push({ id: callId, type: "function", function: { name, arguments: json } });
      const opening = { index, id: callId, type: "function", function: { name, arguments: "" } };
      return [
        ...role(null),
        chunk({ tool_calls: [opening] }),
        ...halves(json).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ];
    },
    end: () => [chunk({}, finish()), { ...envelope, choices: [], usage: chatUsage }],
    whole: () => ({
      ...envelope,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) },
          finish_reason: finish(),
        },
      ],
      usage: chatUsage,
    }),
  };
}

function responsesFrames(model: string): Frames {
  const response = { id: `resp_${randomUUID()}`, object: "response", created_at: 1_700_000_000, model };
  const output: object[] = [];
  let open: { kind: "message" | "reasoning"; id: string; text: string } | null = null;

  /** Text and reasoning stay one item while nothing else comes between their chunks. */
  function delta(kind: "message" | "reasoning", text: string): object[] {
    const before = open?.kind === kind ? [] : [...close(), ...begin(kind)];
    if (open === null) throw new Error("No item is open.");
    open.text += text;
    const place = { item_id: open.id, output_index: output.length };
    const event =
      kind === "message"
        ? { type: "response.output_text.delta", ...place, content_index: 0, delta: text }
        : { type: "response.reasoning_summary_text.delta", ...place, summary_index: 0, delta: text };
    return [...before, event];
  }

  function begin(kind: "message" | "reasoning"): object[] {
    open = { kind, id: `${kind === "message" ? "msg" : "rs"}_${randomUUID()}`, text: "" };
    const place = { item_id: open.id, output_index: output.length };
    const item =
      kind === "message"
        ? { type: "message", id: open.id, status: "in_progress", role: "assistant", content: [] }
        : { type: "reasoning", id: open.id, summary: [] };
    return [
      { type: "response.output_item.added", output_index: output.length, item },
      kind === "message"
        ? { type: "response.content_part.added", ...place, content_index: 0, part: outputText("") }
        : { type: "response.reasoning_summary_part.added", ...place, summary_index: 0, part: summaryText("") },
    ];
  }

  function close(): object[] {
    if (open === null) return [];
    const { kind, id, text } = open;
    const place = { item_id: id, output_index: output.length };
    const item =
      kind === "message"
        ? { type: "message", id, status: "completed", role: "assistant", content: [outputText(text)] }
        : { type: "reasoning", id, summary: [summaryText(text)] };
    const ends =
      kind === "message"
        ? [
            { type: "response.output_text.done", ...place, content_index: 0, text },
            { type: "response.content_part.done", ...place, content_index: 0, part: outputText(text) },
          ]
        : [
            { type: "response.reasoning_summary_text.done", ...place, summary_index: 0, text },
            { type: "response.reasoning_summary_part.done", ...place, summary_index: 0, part: summaryText(text) },
          ];
    const events = [...ends, { type: "response.output_item.done", output_index: output.length, item }];
    output.push(item);
    open = null;
    return events;
  }

  const completed = () => ({ ...response, status: "completed", output, usage: responsesUsage });

  return {
    start: () =>
      ["response.created", "response.in_progress"].map((type) => ({
        type,
        response: { ...response, status: "in_progress", output: [] },
      })),
    text: (text) => delta("message", text),
    reasoning: (text) => delta("reasoning", text),
    call: ({ id: callId, name, json }) => {
      const closing = close();
      const place = { item_id: `fc_${randomUUID()}`, output_index: output.length };
      const item = { type: "function_call", id: place.item_id, call_id: callId, name, arguments: "" };
      const done = { ...item, arguments: json, status: "completed" };
      output.push(done);
      return [
        ...closing,
        {
          type: "response.output_item.added",
          output_index: place.output_index,
          item: { ...item, status: "in_progress" },
        },
        ...halves(json).map((part) => ({ type: "response.function_call_arguments.delta", ...place, delta: part })),
        { type: "response.function_call_arguments.done", ...place, arguments: json },
        { type: "response.output_item.done", output_index: place.output_index, item: done },
      ];
    },
    end: () => [...close(), { type: "response.completed", response: completed() }],
    whole: completed,
  };
}

function outputText(text: string) {
  return { type: "output_text", text, annotations: [] };
}

function summaryText(text: string) {
  return { type: "summary_text", text };
}

/** Arguments arrive in parts, as from a real model. */
function halves(json: string): string[] {
  const middle = Math.ceil(json.length / 2);
  return [json.slice(0, middle), json.slice(middle)].filter((part) => part !== "");
}
