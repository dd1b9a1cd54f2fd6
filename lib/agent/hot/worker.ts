import { createHash } from "node:crypto";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";

/** An agent that gets work from the chat's own agent, or from another worker. */
export type Worker = {
  name: string;
  /** For the model that may give it work. */
  description: string;
  instructions: string;
  /** A key of `MODEL`; null for the chat's model. */
  model: string | null;
  /** `server/tool`, in which `*` stands for any characters: what it may call. */
  tools: readonly string[];
  /** Names of the agents that it may give work to itself. */
  agents: readonly string[];
};

/** An agent may give work to another, and that one to a third; not further. */
export const deepestPath = 3;

const inputSchema: JsonObject = {
  type: "object",
  properties: {
    task: {
      type: "string",
      minLength: 1,
      maxLength: 20_000,
      description: "Everything the agent must know: it sees nothing of this conversation.",
    },
  },
  required: ["task"],
  additionalProperties: false,
};

/**
 * The tool by which an agent gets work (S2.14). It does nothing itself, so it is read-only and asks nobody unless a rule
 * says so; each call of the worker is judged like any other.
 */
export function delegateTool({ name, description }: Worker): Tool {
  const definition = {
    name: `delegate_to_${name}`,
    title: `Give work to ${name}`,
    description: `${description}\n\nGives a task to the agent "${name}" and answers with what it came to.`,
    inputSchema,
    annotations: { readOnlyHint: true },
  };
  return {
    ...definition,
    server: { id: agentsServerId, title: "Agents", origin: "agents.yaml", trusted: true },
    exposure: "chat",
    flag: "inherit",
    flagSource: "default",
    risk: 0,
    riskSource: "gives work to an agent whose own calls are judged",
    who: { kind: "self" },
    idempotent: false,
    prompt: null,
    confirmBy: null,
    timeoutMs: 5 * 60_000,
    fingerprint: createHash("sha256").update(canonicalJson(definition)).digest("hex"),
    worker: name,
    call: async () => ({ kind: "not-sent", message: "Work is given to an agent, and not run as a tool." }),
  };
}

/** What of the tools on offer a worker at the end of this path of agents may call. */
export function toolsOfWorker(
  { tools: patterns, agents }: Worker,
  path: readonly string[],
  offered: ReadonlyMap<string, Tool>,
): ReadonlyMap<string, Tool> {
  const mayDelegate = path.length < deepestPath;
  return new Map(
    [...offered].filter(([, { server, name, worker }]) => {
      if (worker !== undefined) return mayDelegate && agents.includes(worker);
      return patterns.some((pattern) => nameFits(pattern, `${server.id}/${name}`));
    }),
  );
}
