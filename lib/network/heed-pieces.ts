import type { Dispatcher } from "undici";

/** Below this size the number of pieces makes the cost, not their length. */
const smallBytes = 1024;
const mostPieces = 10_000;
/** How many pieces one hint before the answer (HTTP 1xx) counts for: honest servers send few. */
const hintPieces = 100;

type Heed = {
  /** Counts one, or a hint for more; true when there were too many. */
  isTooMany: (pieces: number) => boolean;
  /** Called once there were: why the answer ends. */
  end: () => Error;
};

/**
 * Ends an answer that arrives in too many small pieces. Who reads it sees them joined, when the work is done, so they are
 * counted before.
 */
export function heedPieces(agent: Dispatcher, { isTooMany, end }: Heed): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const take = handler.onResponseData?.bind(handler);
    const start = handler.onResponseStart?.bind(handler);
    let isOver = false;
    const count = (controller: Dispatcher.DispatchController, pieces: number) => {
      if (isOver || !isTooMany(pieces)) return;
      isOver = true;
      // An answer that ends in the very turn in which it began leaves its reader waiting for good.
      setImmediate(() => controller.abort(end()));
    };
    handler.onResponseStart = (controller, status, ...rest) => {
      // Hints come before the answer, without end if the server wants it.
      if (status < 200) count(controller, hintPieces);
      if (status >= 200 || !isOver) start?.(controller, status, ...rest);
    };
    handler.onResponseData = (controller, piece) => {
      if (piece.length < smallBytes) count(controller, 1);
      if (isOver) controller.pause();
      else take?.(controller, piece);
    };
    return dispatch(options, handler);
  });
}

/** Ends a request whose answer arrives in thousands of small pieces (THREATS G8: input that blocks). */
export function fewPieces(agent: Dispatcher): Dispatcher {
  let left = mostPieces;
  return heedPieces(agent, {
    isTooMany: (pieces) => (left -= pieces) < 0,
    end: () => Object.assign(new Error(`It answered in more than ${mostPieces} pieces.`), { code: "EPIECES" }),
  });
}
