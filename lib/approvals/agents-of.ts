/** Names of the agents between the chat and a call, outermost first. */
export function agentsOf(call: { agents_json: string }): string[] {
  // Written by the agent alone.
  return JSON.parse(call.agents_json) as string[];
}
