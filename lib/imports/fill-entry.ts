import { variable } from "./asked-values.ts";
import { namedValues } from "./named-values.ts";
import type { FoundEntry, FoundServer } from "./found-server.ts";

/** What is still to be given, as labels. */
export function missingIn({ asked }: FoundServer, answers: ReadonlyMap<string, string>): string[] {
  const missing = asked.filter(
    ({ key, preset, otherwise }) => (answers.get(key) ?? preset) === "" && otherwise === null,
  );
  return missing.map(({ label }) => label);
}

/** The entry with what a person gave. Lines of variables count less than those that the file names. */
export function fillEntry({ entry, asked }: FoundServer, answers: ReadonlyMap<string, string>): FoundEntry {
  const given = new Map(
    asked.map(({ key, preset, otherwise }) => [key, (answers.get(key) ?? preset) || (otherwise ?? "")] as const),
  );
  const fill = (text: string) => text.replaceAll(variable, (written, key: string) => given.get(key) ?? written);
  const fillAll = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
  const lines = asked.some(({ isLines }) => isLines) ? namedValues(given.get("env") ?? "") : {};
  const { command, args, env, cwd, url, headers } = entry;
  const filled: FoundEntry = { ...entry };
  if (command !== undefined) filled.command = fill(command);
  if (args !== undefined) filled.args = args.map(fill);
  if (env !== undefined || Object.keys(lines).length > 0) filled.env = { ...lines, ...fillAll(env ?? {}) };
  if (cwd !== undefined) filled.cwd = fill(cwd);
  if (url !== undefined) filled.url = fill(url);
  if (headers !== undefined) filled.headers = fillAll(headers);
  return filled;
}
