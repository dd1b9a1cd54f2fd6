import { UriTemplate } from "@modelcontextprotocol/client";

export type Variable = { name: string; isRequired: boolean };

const longest = 4_000;
const mostVariables = 20;
/** What the SDK expands as RFC 6570 says: one variable for each pair of braces, or several of a query. */
const known = /^(?:[+#./]?[\w.-]{1,64}\*?|[?&][\w.-]{1,64}(?:,[\w.-]{1,64})*)$/;

/** A template's variables, each once; only those of a query may stay empty. null for one that cannot be filled in here. */
export function variablesOf(template: string): Variable[] | null {
  if (template.length > longest) return null;
  const expressions = template.match(/\{[^{}]*\}/g) ?? [];
  const isWhole = !/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ""));
  if (!isWhole || expressions.length === 0 || expressions.length > mostVariables) return null;
  if (!expressions.every((each) => known.test(each.slice(1, -1)))) return null;
  if (expressions.flatMap((each) => each.split(",")).length > mostVariables) return null;
  const ofQuery = new Set(expressions.flatMap((each) => (/^.[?&]/.test(each) ? each.slice(2, -1).split(",") : [])));
  const names = [...new Set(new UriTemplate(template).variableNames)];
  return names.map((name) => ({ name, isRequired: !ofQuery.has(name) }));
}

/** The address with these values in it; null where it cannot be made, or is too long. Empty values count as absent. */
export function expandTemplate(template: string, values: Record<string, string>): string | null {
  if (variablesOf(template) === null) return null;
  const given = Object.entries(values).filter(([, value]) => value !== "" && value.length <= longest);
  // Without a prototype, which has members that nobody gave.
  const own = Object.create(null) as Record<string, string>;
  for (const [name, value] of given) own[name] = value.toWellFormed();
  const uri = new UriTemplate(template).expand(own);
  return uri.length <= longest ? uri : null;
}
