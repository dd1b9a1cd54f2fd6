import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import { similarNames } from "./similar-names.ts";

/** A tool that somebody here may call, also one that waits for a review. */
export type KnownTool = { server: string; name: string };

/** A pattern of a rule that fits none of the known tools. */
export type UnmatchedPattern = {
  pattern: string;
  /** Names of tools that were probably meant. */
  similar: string[];
  /** Other servers that have a tool of exactly this name. */
  elsewhere: string[];
};

const mostServers = 3;
/** Of one list: patterns with a `*` that are tried on all names, and names that are compared with all others. */
const most = { tried: 500, compared: 5 };

/**
 * Finds the patterns of rules that fit no tool. It knows nothing of tools of agents elsewhere, nor of those of a server
 * of which no tool is known, and says nothing of them.
 */
export function unmatchedPatterns(known: readonly KnownTool[]): (rule: TargetOfRule) => UnmatchedPattern[] {
  const byServer = new Map<string | null, Set<string>>([[null, new Set()]]);
  for (const { server, name } of known) {
    byServer.get(null)?.add(name);
    const names = byServer.get(server) ?? new Set();
    byServer.set(server, names.add(name));
  }
  const left = { ...most };
  return ({ server, tools, callers }) => {
    const names = byServer.get(server);
    if (tools === null || names === undefined || names.size === 0 || isForAgentsElsewhere({ server, callers }))
      return [];
    return tools.flatMap((pattern) => {
      if (pattern.includes("*")) left.tried -= 1;
      if (left.tried < 0 || fitsSome(pattern, names)) return [];
      left.compared -= 1;
      const others = [...byServer].filter(([id, theirs]) => id !== null && id !== server && theirs.has(pattern));
      return {
        pattern,
        similar: left.compared < 0 ? [] : similarNames(pattern, names),
        elsewhere: others.flatMap(([id]) => id ?? []).slice(0, mostServers),
      };
    });
  };
}

export type TargetOfRule = Pick<Rule, "server" | "tools" | "callers">;

function isForAgentsElsewhere({ server, callers }: Pick<Rule, "server" | "callers">): boolean {
  return (server !== null && isAgentServer(server)) || callers?.every((caller) => caller.startsWith("asks:")) === true;
}

function fitsSome(pattern: string, names: ReadonlySet<string>): boolean {
  if (!pattern.includes("*")) return names.has(pattern);
  return names.values().some((name) => nameFits(pattern, name));
}
