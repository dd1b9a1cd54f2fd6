const ofYaml: [RegExp, string][] = [
  [/^Tabs are not allowed/, "tabs cannot indent here: use spaces"],
  [/without - indicator/, "this line is indented differently from the other keys of its rule, or lacks its `- `"],
  [/^Nested mappings/, 'a text with ": " in it needs quotes around the whole of it'],
  [/^Unresolved tag/, 'a text that begins with ! needs quotes, like "!has(args.x)"'],
  [/^Alias cannot be|^Unresolved alias/, 'a text that begins with * needs quotes, like "*_delete"'],
  [/^Block scalar header/, 'a text that begins with > or | needs quotes, like ">=3"'],
  [
    /^Unexpected (?:scalar|flow-\S+) at node end/,
    "a text with quotes or braces in it needs quotes around the whole of it",
  ],
  [/^Maximum call stack/, "the file is nested too deeply to be read"],
];

/**
 * What is wrong with a text that is not YAML, in words for authors of policies; the parser's own words where there are
 * none.
 */
export function plainYamlProblem(message: string): string {
  return ofYaml.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

/** What is wrong with an expression, and what was probably meant. */
export function plainConditionProblem(source: string, problem: string): string {
  const [, variable] = /^Unknown variable: (\w+)/.exec(problem) ?? [];
  if (variable !== undefined) return `${problem}; an argument of the call is written args.${variable}`;
  const [, called] = /^found no matching overload for '(?:\w+\.)?(\w+)\(/.exec(problem) ?? [];
  if (called !== undefined) {
    return `there is no \`${called}\` that takes what stands here; there are startsWith, endsWith, contains, size and others`;
  }
  if (/\s(?:and|or|not)\s/i.test(source)) return `${problem}; and, or and not are written &&, || and !`;
  return /[^=!<>]=[^=]/.test(source) ? `${problem}; is equal to is written ==` : problem;
}

/** The key that was probably meant; null where none is similar. */
export function meantInstead(written: unknown, keys: readonly string[]): string | null {
  if (typeof written !== "string") return null;
  const said = written.toLowerCase();
  return keys.find((key) => said === key || said.startsWith(key) || (said.length > 2 && key.startsWith(said))) ?? null;
}
