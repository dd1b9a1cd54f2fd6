import { stopRun } from "#lib/agent/runs/runs.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { watchRun } from "#lib/agent/follow/watch-run.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { extend } from "#lib/gate/answer/expire.ts";
import { grantableTools, grantTool } from "#lib/gate/answer/grant-tool.ts";
import { revokeGrant } from "#lib/gate/grants/revoke-grant.ts";

/**
 * What route handlers do. Routes take these from `services()` and never import them: Next bundles every route
 * separately, and the gate and the agent must exist once.
 */
export const actions = { startTurn, stopRun, watchRun, decide, extend, revokeGrant, grantTool, grantableTools };
