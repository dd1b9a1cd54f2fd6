import type { Agent } from "#lib/agent/hot/agent.ts";
import { stopRuns } from "#lib/agent/runs/stop-runs.ts";
import { ChatListeners } from "#lib/gateway/chat-listeners.ts";
import type { Sources } from "#lib/gate/contract/sources.ts";
import { clientProfiles } from "#lib/gateway/client-profile.ts";
import type { Gateway } from "#lib/gateway/gateway.ts";
import { knownClients } from "#lib/gateway/known-clients.ts";
import { mcpEndpoint } from "#lib/gateway/mcp-endpoint.ts";
import { permissionPrompt, type PermissionPrompt } from "#lib/gateway/permission-prompt.ts";
import { linkTo } from "#lib/notify/signed-message.ts";
import { newToken } from "#lib/server/http/session-cookie.ts";
import { clientsOf } from "#lib/server/chats/clients.ts";
import { asksOf, type Asks } from "#lib/server/approvals/asks.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import type { Access } from "#lib/server/settings/access.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { mostOfEndedKeys, runsBegunByEndedKeys, runsOfEndedKeys } from "#lib/store/runs/gateway-calls.ts";

type Parts = {
  agent: Agent;
  access: Access;
  tools: { sources: Sources; onChange: (listener: () => void) => void };
  /** In tests, instead of what is known of clients. */
  clients: readonly unknown[] | undefined;
};

const sweepEveryMs = 2_000;
/** A call may have come in just as its key ended. */
const overlapMs = 600_000;

/** The doors for other MCP clients, and for agents that run their own tools. */
export function buildGateway({ agent, access, tools, clients = knownClients }: Parts) {
  const { database } = agent.gate;
  const gateway: Gateway = {
    agent,
    sources: tools.sources,
    listeners: new ChatListeners(),
    profiles: clientProfiles(clients),
    cardUrl: (approvalId) => linkTo(access.publicOrigin ?? access.origin, approvalId),
    secret: () => keptSecret(database, "gateway-secret", newToken()),
    isLeaving: false,
  };
  const asks = asksOf(agent, gateway.listeners);
  const endpoint = mcpEndpoint(gateway);
  const chatChanged = (chatId: string) => gateway.listeners.tell(chatId);
  database.signals.listen((signal) => {
    if (signal.type === "chat") chatChanged(signal.chatId);
  });
  // Whose tools are on offer, their resources and prompts are.
  tools.onChange(() => endpoint.changed("tools", "resources", "prompts"));
  tools.sources.onChange((what) => endpoint.changed(what));
  let sweptSince = 0;
  const sweeping = repeatEvery(
    sweepEveryMs,
    async () => {
      // Of the store: a process may sleep for hours, and its own clock with it.
      const now = await clockOf(database);
      const [ofClients, begun] = await Promise.all([
        runsOfEndedKeys(database, sweptSince),
        runsBegunByEndedKeys(database, sweptSince),
      ]);
      await Promise.all([stopRuns(agent, ofClients, "client-gone"), stopRuns(agent, begun, "key-ended")]);
      if (Math.max(ofClients.length, begun.length) < mostOfEndedKeys) sweptSince = now - overlapMs;
    },
    (error) => agent.gate.log.warn("gateway.not-swept", { error }),
  );
  return {
    endpoint,
    clients: clientsOf(agent.gate, gateway.profiles),
    asks: {
      ...asks,
      prompt: promptOf(asks, (error) => agent.gate.log.info("asks.refused", { reason: error.message })),
    },
    /** A chat changed in this process. */
    chatChanged,
    /** Called before the connections of clients are cut: from then on a lost one stops nothing. */
    leave: (then: () => void) => {
      gateway.isLeaving = true;
      then();
    },
    close: async () => {
      gateway.isLeaving = true;
      await Promise.all([asks.stop(), sweeping.stop()]);
      await endpoint.close();
    },
  };
}

function promptOf({ begin, wait }: Asks, onerror: (error: Error) => void): PermissionPrompt<KeyUse> {
  return permissionPrompt(async (key, call, signal) => {
    let answer = await begin(key, { ...call, summary: null, cwd: null, takesChanges: true });
    while (answer.decision === "wait" && answer.id !== null) answer = await wait(key, answer.id, signal);
    return answer;
  }, onerror);
}
