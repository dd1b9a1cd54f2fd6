import type { z } from "zod";
import { problem } from "./problem.ts";

/** Reads the query of an address and checks it against `shape`, or says what is wrong with it. */
export function readQuery<Query>(
  search: URLSearchParams,
  shape: z.ZodType<Query>,
): { query: Query } | { refused: Response } {
  const names = new Set<string>();
  const twice = [...search.keys()].filter((name) => names.size === names.add(name).size);
  if (twice.length > 0) return refused(twice.map((name) => [name, "is given more than once"]));
  const parsed = shape.safeParse(Object.fromEntries(search));
  if (parsed.success) return { query: parsed.data };
  return refused(
    parsed.error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key): [string, string] => [key, "is not expected here"])
        : [[issue.path.join(".") || "query", issue.message]],
    ),
  );
}

function refused(fields: [string, string][]): { refused: Response } {
  return { refused: problem("bad-request", "The address asks for what there is not.", Object.fromEntries(fields)) };
}
