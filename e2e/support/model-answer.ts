import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Frames, framesFor } from "./model-frames.ts";
import type { Answer, Failure, ModelRequest, Piece } from "./model-script.ts";
import type { NamedGates } from "./named-gates.ts";

/** Sends one scripted answer, as a stream or whole as the request wants it. Rejects when the client goes away. */
export async function sendAnswer(
  { response, gates }: { response: ServerResponse; gates: NamedGates },
  request: ModelRequest,
  answer: Answer,
): Promise<void> {
  if (!Array.isArray(answer)) return sendFailure(response, answer);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const frames = framesFor[request.api](request.model);
  const streaming = request.body["stream"] === true;
  const write = (events: object[]) => {
    if (streaming) for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };

  if (streaming) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.flushHeaders();
  }
  write(frames.start());
  for (const piece of answer) {
    if (typeof piece === "string") write(frames.text(piece));
    else if ("reasoning" in piece) write(frames.reasoning(piece.reasoning));
    else if ("call" in piece) write(frames.call(callOf(piece)));
    else if ("gate" in piece) await gates.pass(piece.gate, gone.signal);
    else if ("delayMs" in piece) await delay(piece.delayMs, undefined, { signal: gone.signal });
    else if ("hang" in piece) return void (await once(response, "close"));
    else return void response.destroy();
  }
  write(frames.end());
  if (streaming) response.end("data: [DONE]\n\n");
  else response.setHeader("content-type", "application/json").end(JSON.stringify(frames.whole()));
}

/** In the shape of OpenAI's errors. */
export function sendFailure(response: ServerResponse, failure: Failure): void {
  const { status, message = `Scripted failure ${status}`, code = null, retryAfterSeconds } = failure;
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify({ error: { message, type: "scripted", param: null, code } }));
}

function callOf(piece: Extract<Piece, { call: string }>): Parameters<Frames["call"]>[0] {
  const { call: name, arguments: args = {}, id = `call_${randomUUID()}` } = piece;
  return { id, name, json: typeof args === "string" ? args : JSON.stringify(args) };
}
