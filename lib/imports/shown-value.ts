import { namesSecret } from "#lib/untrusted/names-secret.ts";

export const dots = "••••••••";

/** The value of a variable or header as people see it: dots for a secret that stands in the file itself. */
export function shownValue(name: string, value: string): string {
  const isReference = /^(?:\w+ )?\$\{[^}]*\}$/.test(value) && !value.includes(":-");
  return namesSecret(name) && value !== "" && !isReference ? dots : value;
}
