import type { z } from "zod";

/**
 * An error in a configuration file. The message is one sentence for the owner: which file, where in it, and what to do.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** One sentence for the first problem that zod found in an entry. */
export function configErrorSentence(error: z.ZodError, file: string, id: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return `${file}: server "${id}": is not a valid configuration.`;
  const keys = issue.path.map(String).join(".");
  const problem =
    issue.code === "unrecognized_keys"
      ? `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${issue.keys.map((key) => `"${key}"`).join(", ")}; ${issue.message}`
      : issue.message;
  return `${file}: server "${id}"${keys === "" ? "" : `, key "${keys}"`}: ${problem}.`;
}
