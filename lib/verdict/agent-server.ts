/**
 * Tools that agents elsewhere run themselves stand under servers of such names. No server that is configured has one, in
 * any case of letters.
 */
export const agentServerPrefix = "agent:";

export function isAgentServer(serverId: string): boolean {
  return serverId.toLowerCase().startsWith(agentServerPrefix);
}

/** How an agent elsewhere may call itself. Small letters only, so that no two names look alike. */
export const agentName = /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/;
/** What it may call its tools. */
export const agentToolName = /^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$/;

/** The agent under whose server name its tools stand; null for every other server. */
export function agentOf(serverId: string): string | null {
  const agent = serverId.startsWith(agentServerPrefix) ? serverId.slice(agentServerPrefix.length) : "";
  return agentName.test(agent) ? agent : null;
}
