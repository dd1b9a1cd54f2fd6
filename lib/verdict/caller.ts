/** Who makes a call: the chat's own agent, an agent that it delegated to, or a client of the gateway. */
export type Caller = "chat" | `agent:${string}` | `gateway:${string}`;

/** `agents`: the names between the chat and the call, outermost first; the innermost one is the caller. */
export function callerOf(agents: readonly string[]): Caller {
  const innermost = agents.at(-1);
  return innermost === undefined ? "chat" : `agent:${innermost}`;
}
