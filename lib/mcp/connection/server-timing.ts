import type { ListAges } from "#lib/mcp/definitions/list-age.ts";
import type { PauseLimits } from "./reconnect-pause.ts";

export type ServerTiming = PauseLimits &
  ListAges & {
    /** How often an idle server is asked whether it is still there, ms. */
    healthMs: number;
    /** How long a call waits for a server that is not connected, ms. */
    connectWaitMs: number;
    /** How long after its start a server may take until its calls are refused instead of waiting for it, ms. */
    firstUpMs: number;
  };
