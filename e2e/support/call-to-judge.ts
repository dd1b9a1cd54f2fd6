import type { CallToJudge } from "#lib/verdict/verdict.ts";

type Over = Partial<Omit<CallToJudge, "server" | "tool" | "person">> & {
  server?: Partial<CallToJudge["server"]>;
  tool?: Partial<CallToJudge["tool"]>;
  person?: Partial<CallToJudge["person"]>;
};

/** A call as policies see it: a refund that Ana's chat proposes, of a server that is not trusted. */
export function callToJudge({ server, tool, person, ...over }: Over = {}): CallToJudge {
  return {
    server: { id: "shop", trusted: false, ...server },
    tool: { name: "refund", flag: "inherit", annotations: {}, risk: 1, ...tool },
    arguments: {},
    person: { id: "ana", name: "Ana", email: "ana@example.com", role: "member", ...person },
    chat: { id: "chat-1" },
    caller: "chat",
    agents: [],
    ...over,
  };
}
