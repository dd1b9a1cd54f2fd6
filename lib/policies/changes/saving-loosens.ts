import type { Verdict } from "#lib/verdict/verdict.ts";

type RuleSaid = { id: string; verdict: Verdict["verdict"]; words: string };

/** What stands in the question before a rule is saved; null where the rule lets nothing run. */
export function savingLoosens({ verdict, words }: Pick<RuleSaid, "verdict" | "words">): string | null {
  return verdict === "allow" ? `The rule lets calls run that nobody is asked about: ${words}` : null;
}

/** What stands in the question before a rule is removed; null where it held nothing back. */
export function removingLoosens({ id, verdict, words }: RuleSaid): string | null {
  if (verdict === "allow") return null;
  return verdict === "deny"
    ? `The rule ${id} no longer refuses calls. It says: ${words}`
    : `The rule ${id} no longer asks about calls. It says: ${words}`;
}

/** The same before shadow mode ends, in a chat or in the whole app. */
export function endingShadowLoosens(where: "this chat" | "the whole app"): string {
  return where === "this chat"
    ? "Tool calls in this chat run again where rules, settings, grants and people let them."
    : "Tool calls in the whole app run again where rules, settings, grants and people let them.";
}
