import type { Tool } from "#lib/gate/contract/tool.ts";
import { hiddenToolsFor } from "#lib/gate/judge/hidden-tools-for.ts";
import type { Client } from "./client.ts";
import type { Gateway } from "./gateway.ts";

/**
 * The tools that a client is offered, by wire name: those of the gateway that its key may call and no rule hides. Gated
 * tools are among them: the gate is at the call (S0.32).
 */
export async function offeredTo(
  { agent: { gate } }: Gateway,
  { key, person }: Pick<Client, "key" | "person">,
): Promise<ReadonlyMap<string, Tool>> {
  const offered = gate.catalogue.offered({ personId: person.id, origin: "gateway" });
  const allowed = key.terms.tools === null ? null : new Set(key.terms.tools);
  const tools = new Map([...offered].filter(([name]) => allowed === null || allowed.has(name)));
  const looking = { personId: person.id, agents: [], caller: `gateway:${key.name}` as const };
  for (const name of await hiddenToolsFor(gate, looking, tools)) tools.delete(name);
  return tools;
}
