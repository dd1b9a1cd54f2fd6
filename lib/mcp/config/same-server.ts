import type { ServerConfig } from "./config.ts";

/** Whether both are the same program, started the same way and told the same of us, or the same address. */
export function isSameServer(one: ServerConfig, other: ServerConfig): boolean {
  const started = ({ id, era, transport, identity, apps }: ServerConfig) =>
    JSON.stringify({ id, era, transport, identity, apps });
  return started(one) === started(other);
}

/** A sentence for each tool that the file names and the server does not have. */
export function missingTools({ tools }: ServerConfig, offered: ReadonlyMap<string, unknown>): string[] {
  const missing = [...tools.keys()].filter((name) => !offered.has(name));
  return missing.map((name) => `mcp.json names the tool ${JSON.stringify(name)}, which this server does not offer.`);
}
