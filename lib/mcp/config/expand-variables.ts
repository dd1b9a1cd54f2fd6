/** The variables for a configuration; the values may be secrets. */
export type Environment = Readonly<Record<string, string | undefined>>;

const variable = /\$\{([^}]*)\}/g;
const nameAndDefault = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/**
 * Replaces `${NAME}` and `${NAME:-default}` in a text. As in a shell, the default also replaces an empty value. Values
 * are not expanded again. `problem` names the variable, without a full stop.
 */
export function expandVariables(text: string, environment: Environment): { text: string } | { problem: string } {
  const problems: string[] = [];
  const expanded = text.replace(variable, (written: string, inside: string) => {
    const [, name, fallback] = nameAndDefault.exec(inside) ?? [];
    if (name === undefined) {
      problems.push(`${written} is not a variable; write \${NAME} or \${NAME:-default}`);
      return written;
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
    if (value !== undefined) return value;
    problems.push(`the variable ${name} is not set; set it before starting, or write \${${name}:-default}`);
    return written;
  });
  const [problem] = problems;
  return problem === undefined ? { text: expanded } : { problem };
}

/** Expands the text of a key, or refuses its whole entry. */
export type Expand = (key: string, text: string) => string;
