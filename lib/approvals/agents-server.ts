/** The id under which agents appear among the servers of tools: giving work to one is a tool call like any other. */
export const agentsServerId = "agents";
