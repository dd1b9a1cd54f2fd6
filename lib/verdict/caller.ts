/**
 * Who makes a call: the chat's own agent, an agent that it delegated to, a client of the gateway, an agent elsewhere
 * that asks before it runs a tool of its own, or an app of a server that is shown in the chat. Clients and agents
 * elsewhere are named by their key, apps by the id of their server.
 */
export type Caller = "chat" | `agent:${string}` | `gateway:${string}` | `asks:${string}` | `app:${string}`;

/** `agents`: the names between the chat and the call, outermost first; the innermost one is the caller. */
export function callerOf(agents: readonly string[]): Caller {
  const innermost = agents.at(-1);
  return innermost === undefined ? "chat" : `agent:${innermost}`;
}

/** The server whose app makes the call; null for every other caller. */
export function appServerOf(caller: string | null): string | null {
  return caller?.startsWith("app:") === true ? caller.slice("app:".length) : null;
}
