import type { Proved } from "#lib/approvals/proof.ts";

const ways: { [Way in Exclude<NonNullable<Proved["by"]>, "first-visit">]: string } = {
  password: "with a password",
  oidc: "through the organisation's sign-in",
  passkey: "with a passkey",
  invitation: "by an invitation",
  "set-up": "by the set-up link",
  reset: "by a link to choose a new password",
  link: "by a link of the console",
  key: "with an API key",
};

/** How somebody had proved who they are, as part of a sentence. */
export function provedWords({ by, agoMs }: Proved): string {
  if (by === null) return "proved in a way that is not on record";
  if (by === "key") return `proved ${ways[by]}`;
  const ago = agoMs === null ? "at a time that is not known" : agoWords(agoMs);
  // Nothing was proved: the first visitor owns the instance.
  return by === "first-visit" ? `in the browser that opened the app first, ${ago}` : `proved ${ways[by]} ${ago}`;
}

const units: [name: string, ms: number][] = [
  ["day", 24 * 60 * 60 * 1000],
  ["hour", 60 * 60 * 1000],
  ["minute", 60 * 1000],
];

/** "3 minutes before"; under a minute it is "just before". */
export function agoWords(ms: number): string {
  for (const [name, each] of units) {
    const count = Math.floor(ms / each);
    if (count > 0) return `${count} ${name}${count === 1 ? "" : "s"} before`;
  }
  return "just before";
}
