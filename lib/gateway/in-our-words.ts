import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { Log } from "#lib/gate/contract/gate.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { Gateway } from "./gateway.ts";

const failed = onceAMinute(({ log, error }: { log: Log; error: unknown }, more) =>
  log.error("gateway.failed", { error, more }),
);

/**
 * What a client is told of an error: the SDK would send its message, and those of the store and the network name hosts,
 * paths and statements (THREATS H4).
 */
export function inOurWords({ agent }: Gateway, error: unknown, { mcpReq, http }: ServerContext): unknown {
  // Nobody is told where the client is gone.
  const isGone = mcpReq.signal.aborted || http?.req?.signal.aborted === true;
  if (error instanceof ProtocolError || isGone) return error;
  failed({ log: agent.gate.log, error });
  const words = isStoreUnavailable(error)
    ? "The store does not answer at the moment. Try again."
    : "Something went wrong in Countersign. Its log has the details.";
  return new ProtocolError(ProtocolErrorCode.InternalError, words);
}
