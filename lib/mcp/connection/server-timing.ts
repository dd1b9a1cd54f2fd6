import type { ListAges } from "#lib/mcp/definitions/list-age.ts";
import type { PauseLimits } from "./reconnect-pause.ts";

export type ServerTiming = PauseLimits &
  ListAges & {
    /** Interval of health checks of an idle server, ms. */
    healthMs: number;
    /** How long a call waits for a server that is not connected, ms. */
    connectWaitMs: number;
    /** How long after its start a server may take; then its calls are refused and no longer wait, ms. */
    firstUpMs: number;
    /** How long a program may take to say which protocol it speaks, ms. */
    probeMs: number;
    /** How long a server may be silent when it is asked for a sign of life, ms. */
    pingMs: number;
    /** How often we send progress to an old server that waits for a person, ms. */
    keepAliveMs: number;
  };
