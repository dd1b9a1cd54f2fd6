/**
 * The rule that refuses every call of one tool and hides it, in the words of policy.yaml; null for a name that a rule would
 * take for a pattern.
 */
export function ruleHiding(server: string, tool: string): string | null {
  if (tool.includes("*")) return null;
  // A JSON text is a YAML one.
  const said = JSON.stringify;
  return [
    `id: ${said(`hide ${server}/${tool}`)}`,
    `server: ${said(server)}`,
    `tool: ${said(tool)}`,
    "then: deny",
    "hide: true",
    'reason: "{toolName} was switched off on the tools page."',
  ].join("\n");
}
