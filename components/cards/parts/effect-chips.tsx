import type { Effect } from "#lib/approvals/tool-call-subject.ts";
import type { Risk } from "#lib/verdict/risk.ts";

const words: { [Kind in Effect["kind"]]: string } = {
  "reads-only": "Only reads",
  "changes-data": "Changes data",
  "cannot-be-undone": "Cannot be undone",
  "leaves-network": "Leaves your network",
  unknown: "Effects unknown",
};

const sources: { [Source in Effect["source"]]: string } = {
  server: "says the server",
  owner: "set by the owner",
  app: "known to this app",
};

const cautious: ReadonlySet<Effect["kind"]> = new Set(["changes-data", "cannot-be-undone"]);

/** Amber edge or none. Only a level that the owner set draws a card as high risk. */
export function toneOf({ effects, highRisk }: { effects: Effect[]; highRisk?: Risk }): "plain" | "amber" | "red" {
  if (highRisk !== undefined) return "red";
  return effects.some((effect) => cautious.has(effect.kind)) ? "amber" : "plain";
}

/**
 * What the call does to the world, in words, and who vouches for them. `quotes`: an argument repeats what a tool said
 * before, so its words may be neither the person's nor the assistant's (THREATS C14: text of tools in arguments).
 */
export function EffectChips({ effects, quotes = false }: { effects: Effect[]; quotes?: boolean }) {
  const shown: Effect[] = effects.length > 0 ? effects : [{ kind: "unknown", source: "server" }];
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Effects and origin">
      {shown.map(({ kind, source }) => (
        <li
          key={`${kind} ${source}`}
          className={`rounded-sm border px-2 py-0.5 text-fine ${
            cautious.has(kind) ? "border-amber bg-amber-soft text-ink" : "border-line text-ink"
          }`}
        >
          <span className="font-semibold">{words[kind]}</span>
          {kind === "unknown" ? null : <span className="text-muted"> {sources[source]}</span>}
        </li>
      ))}
      {quotes ? (
        <li className="rounded-sm border border-line px-2 py-0.5 text-fine text-ink">
          <span className="font-semibold">Contains text from tools</span>{" "}
          <span className="text-muted">see the arguments</span>
        </li>
      ) : null}
    </ul>
  );
}
