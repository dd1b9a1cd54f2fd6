/**
 * Who makes a call: the chat's own agent, an agent that it delegated to, a client of the gateway, or an agent elsewhere
 * that asks before it runs a tool of its own. The last two are named by their key.
 */
export type Caller = "chat" | `agent:${string}` | `gateway:${string}` | `asks:${string}`;

/** `agents`: the names between the chat and the call, outermost first; the innermost one is the caller. */
export function callerOf(agents: readonly string[]): Caller {
  const innermost = agents.at(-1);
  return innermost === undefined ? "chat" : `agent:${innermost}`;
}
