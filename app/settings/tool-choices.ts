import type { ToolToChoose } from "#components/settings/tool-choices.tsx";
import { services } from "#lib/server/api/services.ts";

/** The tools that clients of this person are offered, to choose from. */
export function toolChoices(personId: string): ToolToChoose[] {
  const offered = services().agent.gate.catalogue.offered({ personId, origin: "gateway" });
  return [...offered].map(([name, { title, server }]) => ({ name, title, server: server.title }));
}
