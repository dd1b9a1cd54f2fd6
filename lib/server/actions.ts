import { continueRun } from "#lib/agent/runs.ts";
import { startTurn } from "#lib/agent/start-turn.ts";
import { watchRun } from "#lib/agent/watch-run.ts";
import { decide } from "#lib/gate/decide.ts";
import { extend } from "#lib/gate/expire.ts";
import { grantableTools, grantTool } from "#lib/gate/grant-tool.ts";
import { revokeGrant } from "#lib/gate/revoke-grant.ts";

/**
 * What route handlers do. They take these from `services()` and never import them: Next bundles every route apart,
 * and the gate and the agent must exist once.
 */
export const actions = { startTurn, watchRun, continueRun, decide, extend, revokeGrant, grantTool, grantableTools };
