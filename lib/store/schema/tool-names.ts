/** Names of tools as a column keeps them. */
type ToolNames = { v: 1; tools: string[] };

export function toolNamesIn(json: string): string[] {
  const { v, tools } = JSON.parse(json) as ToolNames;
  if (v !== 1) throw new Error(`The tools of a chat have shape ${String(v)}; this release knows 1.`);
  return tools;
}

export function toolNamesAsJson(tools: readonly string[]): string {
  return JSON.stringify({ v: 1, tools } satisfies { v: 1; tools: readonly string[] });
}
