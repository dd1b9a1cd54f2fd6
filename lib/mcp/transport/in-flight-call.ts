import { AsyncLocalStorage } from "node:async_hooks";
import type { ElicitationAnswer, ElicitationRequest } from "#lib/gate/contract/tool.ts";

/** A tools/call that was sent and not answered yet, as the transport sees it. */
export type InFlightCall = {
  /** The tool's name; "" for what reads. */
  tool: string;
  /** As a program was sent it; absent before. */
  requestId?: string | number;
  /** Puts a server's question to the person of this call; the call's clock stops meanwhile. */
  ask: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
  /** The stream that carries the answer ended or was cut off; `why` completes "no answer came: …". */
  streamEnded: (why: string) => void;
  /** Aborts when the call is over, so that its stream is closed. */
  over: AbortSignal;
};

/**
 * The call that the running code works for. On HTTP, messages on a call's own response stream are read in its context;
 * on stdio none is.
 */
export const currentCall = new AsyncLocalStorage<InFlightCall>();
