import type { Verdict } from "#lib/verdict/verdict.ts";

const looks: { [Kind in Verdict["verdict"]]: { label: string; look: string } } = {
  allow: { label: "Allow", look: "bg-green-soft text-green" },
  ask: { label: "Ask", look: "bg-amber-soft text-amber" },
  deny: { label: "Refuse", look: "bg-red-soft text-red" },
};

/** What a rule says, in one word. */
export function VerdictBadge({ verdict }: { verdict: Verdict["verdict"] }) {
  const { label, look } = looks[verdict];
  return (
    <span className={`inline-block w-16 shrink-0 rounded-full py-0.5 text-center text-fine font-medium ${look}`}>
      {label}
    </span>
  );
}
