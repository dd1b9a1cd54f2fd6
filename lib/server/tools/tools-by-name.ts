import type { Tool } from "#lib/gate/contract/tool.ts";

/** Tools by wire name. Those of agents elsewhere are too many to list: each is made when its name is looked up. */
export class ToolsByName extends Map<string, Tool> {
  readonly #agentTool: (wireName: string) => Tool | undefined;

  constructor(listed: Iterable<[string, Tool]>, agentTool: (wireName: string) => Tool | undefined) {
    super(listed);
    this.#agentTool = agentTool;
  }

  override get(wireName: string): Tool | undefined {
    return super.get(wireName) ?? this.#agentTool(wireName);
  }

  override has(wireName: string): boolean {
    return this.get(wireName) !== undefined;
  }
}
