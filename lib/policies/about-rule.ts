import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Rule } from "./rule.ts";

/**
 * What each field of a rule is for: the words on cards, what those words are about, or what is done. A person who may
 * write the file must not put words on a card that no owner has read.
 */
export const fieldsOfRules: { [Field in keyof Rule]: "words" | "about" | "does" } = {
  id: "words",
  reason: "words",
  server: "about",
  tools: "about",
  annotations: "about",
  risks: "about",
  callers: "about",
  users: "about",
  roles: "about",
  when: "about",
  verdict: "does",
  hides: "does",
};

/** Which calls a rule is about: two rules fit the same calls, on the same condition, where this is the same. */
export function aboutOf(rule: Rule): string {
  const known = abouts.get(rule);
  if (known !== undefined) return known;
  const fields = Object.entries(rule).filter(([field]) => fieldsOfRules[field as keyof Rule] === "about");
  // It holds JSON values only.
  const about = canonicalJson({ ...Object.fromEntries(fields), when: rule.when?.written ?? null } as JsonObject);
  abouts.set(rule, about);
  return about;
}

/** A change compares each rule with each. */
const abouts = new WeakMap<Rule, string>();
