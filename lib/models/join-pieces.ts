import type { Dispatcher } from "undici";

/** What begins an answer passes at once. */
const firstPieces = 8;
const togetherMs = 16;

/**
 * Hands on the pieces of an answer that come within 16 ms as one: each costs what reads it as much as a longer one. The
 * first pieces are handed on at once, and so is what is held when the answer ends.
 */
export function joinPieces(agent: Dispatcher): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const take = handler.onResponseData?.bind(handler);
    const end = handler.onResponseEnd?.bind(handler);
    const fail = handler.onResponseError?.bind(handler);
    let passed = 0;
    let held: Buffer[] = [];
    let pause: NodeJS.Timeout | undefined;
    const release = (controller: Dispatcher.DispatchController) => {
      clearTimeout(pause);
      pause = undefined;
      const [only, ...more] = held;
      held = [];
      if (only !== undefined) take?.(controller, more.length === 0 ? only : Buffer.concat([only, ...more]));
    };
    handler.onResponseData = (controller, piece) => {
      passed += 1;
      if (passed <= firstPieces) return take?.(controller, piece);
      held.push(piece);
      pause ??= setTimeout(release, togetherMs, controller);
    };
    handler.onResponseEnd = (controller, trailers) => {
      release(controller);
      end?.(controller, trailers);
    };
    handler.onResponseError = (controller, error) => {
      clearTimeout(pause);
      fail?.(controller, error);
    };
    return dispatch(options, handler);
  });
}
