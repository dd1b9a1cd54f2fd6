import type { FieldProblem } from "#lib/untrusted/field-problem.ts";

/** The top-level field that a path points into; paths are written `to`, `/to/0`, `to.0` or `$.to`. */
function keyOf(path: string, keys: ReadonlySet<string>): string | null {
  if (keys.has(path)) return path;
  const pointer = path.startsWith("/")
    ? path.slice(1).split("/")[0]?.replaceAll("~1", "/").replaceAll("~0", "~")
    : null;
  const key = pointer ?? path.replace(/^\$\.?/, "").split(/[.[]/)[0];
  return key !== undefined && keys.has(key) ? key : null;
}

/** Problems by the field that they are about, and those that belong to no field. */
export function sortProblems(
  problems: FieldProblem[],
  keys: Iterable<string>,
): { byKey: Map<string, string[]>; others: FieldProblem[] } {
  const known = new Set(keys);
  const byKey = new Map<string, string[]>();
  const others: FieldProblem[] = [];
  for (const problem of problems) {
    const key = keyOf(problem.path, known);
    if (key === null) others.push(problem);
    else byKey.set(key, [...(byKey.get(key) ?? []), problem.message]);
  }
  return { byKey, others };
}
