import { setImmediate as immediate } from "node:timers/promises";

type Fetch = typeof globalThis.fetch;

/** Of an answer, with all that stands around each word of it; and of an error. */
const mostBytes = { answer: 128 * 1024 * 1024, error: 1024 * 1024 };

/** Each word of an answer is work, and others come in between. */
const bytesAtATime = 4 * 1024;

/**
 * The same fetch, for models that say too much, or all at once (THREATS G26): its answers have an end, because a
 * library may hold one whole, or one line of it.
 */
export function bounded(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let left = response.ok ? mostBytes.answer : mostBytes.error;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: async (piece, controller) => {
        left -= piece.length;
        if (left < 0) throw new SaidTooMuch();
        for (let from = 0; from < piece.length; from += bytesAtATime) {
          controller.enqueue(piece.subarray(from, from + bytesAtATime));
          await immediate();
        }
      },
    });
    return new Response(response.body.pipeThrough(counting), response);
  };
}

/** A model, or who speaks for it, goes on and on. */
export class SaidTooMuch extends Error {
  override name = "SaidTooMuch";
}
