import type { Foreseen } from "#lib/policies/changes/foreseen.ts";
import { whoText } from "#components/tools/who-text.ts";

const looks: { [Kind in Foreseen["wouldBe"]]: { label: string; look: string } } = {
  runs: { label: "Runs", look: "bg-green-soft text-green" },
  "asks-you": { label: "Asks you", look: "bg-amber-soft text-amber" },
  "asks-others": { label: "Asks others", look: "bg-amber-soft text-amber" },
  refused: { label: "Refused", look: "bg-red-soft text-red" },
};

/** What would become of a call, in one or two words, and who is asked where others are. */
export function ForeseenBadge({ answer: { wouldBe, who } }: { answer: Foreseen }) {
  const { label, look } = looks[wouldBe];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={`inline-block rounded-full px-3 py-0.5 text-fine font-medium ${look}`}>{label}</span>
      {who === null || who.kind === "self" ? null : (
        <span className="text-fine text-muted wrap-anywhere">{whoText(who)}</span>
      )}
    </span>
  );
}
