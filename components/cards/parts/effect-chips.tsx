import type { ReactNode } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { Effect } from "#lib/approvals/subjects/tool-call-subject.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import { useSay } from "#components/browser/speech.tsx";
import { type CardSay, cardWords } from "#components/cards/words.en.ts";

const words = {
  "reads-only": "onlyReads",
  "changes-data": "changesData",
  "cannot-be-undone": "cannotBeUndone",
  "leaves-network": "leavesYourNetwork",
  unknown: "effectsUnknown",
} as const satisfies { [Kind in Effect["kind"]]: string };

const sources = {
  server: "saysTheServer",
  owner: "setByTheOwner",
  app: "knownToThisApp",
} as const satisfies { [Source in Effect["source"]]: string };

/** From this level on a card says its risk and looks different. */
const risky: Risk = 3;

type Judged = { view: Pick<ApprovalView, "risk">; subject: { effects: Effect[]; highRisk?: Risk } };

/** An edge for calls that are risky, none for the rest. Only a level that the owner set draws a card as high risk. */
export function toneOf({ view, subject: { effects, highRisk } }: Judged): "plain" | "amber" | "red" {
  if (highRisk !== undefined) return "red";
  return view.risk >= risky || effects.some(({ kind }) => kind === "cannot-be-undone") ? "amber" : "plain";
}

/** Whether the closed card says the risk in a chip, or in the box of a high one. */
export function tellsRisk({ view, subject: { effects, highRisk } }: Judged): boolean {
  return highRisk !== undefined || (view.risk >= risky && !effects.some(({ kind }) => kind === "cannot-be-undone"));
}

function known(effects: Effect[]): Effect[] {
  return effects.length > 0 ? effects : [{ kind: "unknown", source: "server" }];
}

/** What the call does to the world, and who vouches for that; null where nobody says. */
export function effectWords(effects: Effect[], say: CardSay): string | null {
  const said = effects.filter(({ kind }) => kind !== "unknown");
  return said.length === 0
    ? null
    : said.map(({ kind, source }) => `${say(words[kind])} (${say(sources[source])})`).join(", ");
}

/** What a tool does to the world, in words, and who vouches for them. */
export function EffectChips({ effects }: { effects: Effect[] }) {
  const say = useSay(cardWords);
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={say("effectsAndOrigin")}>
      {known(effects).map(({ kind, source }) => (
        <Chip key={`${kind} ${source}`} alarming={kind === "cannot-be-undone"}>
          {say(words[kind])}
          {kind === "unknown" ? null : <span className="font-normal"> {say(sources[source])}</span>}
        </Chip>
      ))}
    </ul>
  );
}

/**
 * What the call does to the world, and how risky it is, in a word each. `quotes`: an argument repeats what a tool said
 * before, so its words may be neither the person's nor the assistant's (THREATS C14: text of tools in arguments).
 */
export function CallEffects({ view, subject, quotes }: Judged & { quotes: boolean }) {
  const say = useSay(cardWords);
  // What cannot be undone changes data, at a risk that the fold tells.
  const lasts = subject.effects.some(({ kind }) => kind === "cannot-be-undone");
  return (
    <ul className="flex flex-wrap gap-x-1.5 gap-y-1" aria-label={say("effectsAndOrigin")}>
      {known(subject.effects)
        .filter(({ kind }) => !(lasts && kind === "changes-data"))
        .map(({ kind, source }) => (
          <Chip key={`${kind} ${source}`} alarming={kind === "cannot-be-undone"}>
            {say(words[kind])}
          </Chip>
        ))}
      {/* A high risk says so in a box of its own. */}
      {tellsRisk({ view, subject }) && subject.highRisk === undefined ? (
        <Chip alarming>{say.rich("riskRiskOf5", { risk: view.risk })}</Chip>
      ) : null}
      {quotes ? <Chip alarming={false}>{say("containsTextFromTools")}</Chip> : null}
    </ul>
  );
}

function Chip({ alarming, children }: { alarming: boolean; children: ReactNode }) {
  return (
    <li
      className={`rounded-sm border px-1.5 text-fine font-medium ${
        alarming ? "border-amber bg-amber-soft text-amber" : "border-line text-ink"
      }`}
    >
      {children}
    </li>
  );
}
