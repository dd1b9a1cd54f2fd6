import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { toldModel } from "#e2e/support/told-model.ts";
import { askModel } from "./ask-model.ts";
import { describeModelError } from "./model-error.ts";

type Stream = ReadableStream<LanguageModelV4StreamPart>;

const delta: LanguageModelV4StreamPart = { type: "text-delta", id: "1", delta: "a" };

function refusal(statusCode: number, isRetryable = true): APICallError {
  const responseHeaders = { "retry-after-ms": "1" };
  return new APICallError({
    message: "x",
    url: "http://m/",
    requestBodyValues: {},
    statusCode,
    isRetryable,
    responseHeaders,
  });
}

/** A model that fails, or streams, or neither, with each request. */
function answering(...answers: (Error | Stream | Promise<never>)[]) {
  let requests = 0;
  const model: LanguageModelV4 = {
    ...toldModel(),
    doStream: async () => {
      const answer = await answers[requests++];
      if (!(answer instanceof ReadableStream)) throw answer;
      return { stream: answer };
    },
  };
  return { model, requests: () => requests };
}

/** Says one word and then nothing more, whatever happens. */
function hanging(): { stream: Stream; isLeft: () => boolean } {
  let isLeft = false;
  const stream: Stream = new ReadableStream({
    start: (controller) => controller.enqueue(delta),
    cancel: () => {
      isLeft = true;
    },
  });
  return { stream, isLeft: () => isLeft };
}

function speaking(): Stream {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(delta);
      controller.close();
    },
  });
}

async function read(model: LanguageModelV4, stop = new AbortController(), onPart = () => {}) {
  const parts: LanguageModelV4StreamPart[] = [];
  const asked = { prompt: [], abortSignal: stop.signal };
  for await (const part of askModel(model, asked)) {
    parts.push(part);
    onPart();
  }
  return parts;
}

test("G28: a request that failed is sent again twice, if its error says that this may help", async () => {
  const late = answering(refusal(500), refusal(429), speaking());
  expect(await read(late.model)).toEqual([delta]);
  expect(late.requests()).toBe(3);
  const never = answering(refusal(500), refusal(500), refusal(429), speaking());
  const failed = await read(never.model).catch((error: unknown) => error);
  expect(describeModelError(failed).text).toMatch(/too many requests/);
  expect(never.requests()).toBe(3);
});

test.each([refusal(401, false), new Error("a bug")])("G28: a request is not sent again after %s", async (error) => {
  const { model, requests } = answering(error, speaking());
  await expect(read(model)).rejects.toBe(error);
  expect(requests()).toBe(1);
});

test("C76: how long a model is waited for before it is asked again is said", async () => {
  const pauses: number[] = [];
  const { model } = answering(refusal(429), refusal(503), speaking());
  const abortSignal = new AbortController().signal;
  const parts = await Array.fromAsync(askModel(model, { prompt: [], abortSignal }, (ms) => pauses.push(ms)));
  expect(pauses).toEqual([1, 1]);
  expect(parts).not.toEqual([]);
});

test("G28: an answer that has begun is not asked for again", async () => {
  const broken: Stream = new ReadableStream({
    start: (controller) => controller.enqueue(delta),
    pull: (controller) => controller.error(refusal(500)),
  });
  const { model, requests } = answering(broken, speaking());
  await expect(read(model)).rejects.toThrow("x");
  expect(requests()).toBe(1);
});

test("a stopped request ends at once, whether the model begins, pauses or streams, and its stream is left", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const never = answering(new Promise<never>(() => {}));
  const reading = read(never.model, stop);
  stop.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(read(answering(speaking()).model, stop)).rejects.toBe(reason);

  const later = new AbortController();
  const { stream, isLeft } = hanging();
  await expect(read(answering(stream).model, later, () => later.abort(reason))).rejects.toBe(reason);
  expect(isLeft()).toBe(true);
});

test("a stream that is not read to its end is left", async () => {
  const { stream, isLeft } = hanging();
  const parts = askModel(answering(stream).model, { prompt: [], abortSignal: new AbortController().signal });
  for await (const part of parts) {
    expect(part).toEqual(delta);
    break;
  }
  expect(isLeft()).toBe(true);
});
