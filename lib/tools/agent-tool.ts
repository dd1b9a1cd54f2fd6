import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { agentName, agentServerPrefix, agentToolName } from "#lib/verdict/agent-server.ts";
import { riskOf } from "#lib/verdict/risk.ts";
import { textResult, type Tool } from "#lib/gate/contract/tool.ts";
import { agentPresence, release } from "#lib/store/calls/asks.ts";
import type { Database } from "#lib/store/engine/database.ts";

const mostMs = 24 * 60 * 60_000;
const lookAgainMs = 1_000;

/** No name of a configured server's tool has a colon. */
export function agentWireName(agent: string, tool: string): string {
  return `${agentServerPrefix}${agent}:${tool}`;
}

/**
 * The tool of an agent elsewhere, by its wire name; undefined for every other name. The agent runs it: to call it here
 * is to let it go, for which its agent must still wait.
 */
export function agentTool(database: Database, wireName: string): Tool | undefined {
  if (!wireName.startsWith(agentServerPrefix)) return undefined;
  const [agent = "", ...rest] = wireName.slice(agentServerPrefix.length).split(":");
  const name = rest.join(":");
  if (!agentName.test(agent) || !agentToolName.test(name)) return undefined;
  return {
    server: { id: agentServerPrefix + agent, title: agent, origin: "runs elsewhere", trusted: false },
    name,
    title: name,
    description: "",
    inputSchema: { type: "object" },
    annotations: {},
    exposure: "both",
    flag: "inherit",
    flagSource: "default",
    risk: riskOf({
      name,
      described: false,
      annotations: {},
      trusted: false,
      transport: "local",
      authenticated: true,
    }),
    riskSource: "default",
    who: { kind: "self" },
    // The arguments stand on the card, and nothing vouches for other words.
    prompt: "",
    confirmBy: null,
    timeoutMs: mostMs,
    idempotent: false,
    fingerprint: createHash("sha256")
      .update(JSON.stringify(["agent", agent, name]))
      .digest("hex"),
    call: async ({ clearance, callId, signal, mayStillGo }) => {
      clearance.spend(callId);
      if (await release(database, callId)) return released;
      for (;;) {
        const agent = await agentPresence(database, callId);
        if (agent === "gone" || signal.aborted) return { kind: "not-sent", message: "its agent waits no more" };
        // It may have taken its time to come back.
        if (agent === "here" && !(await mayStillGo())) return { kind: "not-sent", message: tightened };
        if (agent === "here" && (await release(database, callId))) return released;
        await sleep(lookAgainMs, undefined, { signal }).catch(() => {});
      }
    },
  };
}

const released = {
  kind: "released",
  result: textResult("Released to the agent, which runs it itself.", false),
} as const;
const tightened = "a rule or a grant changed before its agent came for it, and it may not run any more";
