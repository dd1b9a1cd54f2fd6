import type { Environment } from "./expand-variables.ts";

/** Variables that every program inherits; `mcp.json` must name all others (THREATS E11: environment of programs). */
const inherited = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TZ", "TMPDIR"];

/** The environment of a server's process: the safe part of ours and what the owner named for it. */
export function childEnvironment(environment: Environment, named: Record<string, string>): Record<string, string> {
  const child: Record<string, string> = {};
  for (const name of inherited) {
    const value = environment[name];
    // A value that begins with "()" is an exported shell function, which old shells would execute.
    if (value !== undefined && !value.startsWith("()")) child[name] = value;
  }
  return { ...child, ...named };
}
