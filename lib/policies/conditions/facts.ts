import type { CallToJudge } from "#lib/verdict/verdict.ts";

/** What a condition can name: the variables of its language. */
export type Facts = Record<(typeof factNames)[number], object>;

export const factNames = ["args", "tool", "server", "user", "chat"] as const;

/** Without `caller`, a condition about the caller cannot be decided. */
type Known = Omit<CallToJudge, "caller"> & Partial<Pick<CallToJudge, "caller">>;

export function factsOf({ arguments: args, tool, server, person, chat, caller, agents }: Known): Facts {
  const by = caller === undefined ? {} : { caller };
  return {
    args,
    tool: { name: tool.name, annotations: tool.annotations, risk: tool.risk, flag: tool.flag },
    server: { id: server.id, trusted: server.trusted },
    user: { id: person.id, name: person.name, email: person.email, role: person.role },
    chat: { id: chat.id, ...by, agent: agents.at(-1) ?? "", agents },
  };
}
