import { AsyncLocalStorage } from "node:async_hooks";
import type { ElicitationAnswer, ElicitationRequest } from "#lib/gate/contract/tool.ts";

/** A tools/call that was sent and not answered yet, as the connection below it knows it. */
export type InFlightCall = {
  /** Puts a server's question to the person this call belongs to; the call's clock stands still meanwhile. */
  ask: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
  /** The stream that carries the answer ended or was cut off; `why` completes "no answer came: …". */
  streamEnded: (why: string) => void;
  /** Aborts when the call is over, so that its stream is closed. */
  over: AbortSignal;
};

/**
 * The call on whose behalf code is running. On HTTP everything that arrives on a call's own response stream is read in
 * its context; on stdio nothing is.
 */
export const currentCall = new AsyncLocalStorage<InFlightCall>();
