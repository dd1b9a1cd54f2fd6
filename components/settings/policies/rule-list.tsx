"use client";

import { useState } from "react";
import { removingLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import type { RuleInForce } from "#lib/policies/changes/policy-overview.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { RemoveLooser } from "#components/tools/remove-looser.tsx";
import { policyServer } from "./policy-server.ts";
import { UnmatchedNote } from "./unmatched-note.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = { rules: RuleInForce[]; mayChange: boolean; mayLoosen: boolean; onRemoved: () => void };

/** The rules in words, with where each comes from. Those of the app can be removed here. */
export function RuleList({ rules, mayChange, mayLoosen, onRemoved }: Props) {
  const say = useSay(policyWords);
  const speech = useSpeech();
  return (
    <ul className="flex flex-col border-t border-line">
      {rules.map((rule) => (
        <li
          key={`${rule.source} ${rule.id}`}
          id={`rule-${rule.id}`}
          className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3"
        >
          <VerdictBadge verdict={rule.verdict} />
          <div className="min-w-0 flex-1 basis-56">
            <p className="break-words">
              <VisibleText text={rule.words} />
            </p>
            {rule.reason === null ? null : (
              <p className="text-small break-words">
                “<VisibleText text={ruleWordsIn(speech, rule.reason)} />”
              </p>
            )}
            {rule.missing === null ? null : (
              <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 text-small break-words">
                {say.rich("theServerMissingWasRemoved", { missing: <VisibleText text={rule.missing} /> })}
              </p>
            )}
            <UnmatchedNote unmatched={rule.unmatched} server={rule.server} />
            <p className="text-small break-words text-muted">
              <Source rule={rule} />
            </p>
          </div>
          {rule.source === "app" && mayChange && (mayLoosen || rule.verdict === "allow") ? (
            <Remove rule={rule} onRemoved={onRemoved} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Source({ rule: { id, source, added } }: { rule: RuleInForce }) {
  const say = useSay(policyWords);
  const name = <code className="font-mono text-fine">{id}</code>;
  if (source === "file") return <>{say.rich("nameInPolicyYaml", { name })}</>;
  if (source === "lists" || added === null) return <>{say("fromTheListsOfTools")}</>;
  return (
    <>
      {say.rich("nameSavedByByAdded", {
        name,
        by: <VisibleText text={added.by} />,
        added: <ClockTime at={added.at} />,
      })}
    </>
  );
}

function Remove({ rule, onRemoved }: { rule: RuleInForce; onRemoved: () => void }) {
  const say = useSay(policyWords);
  const loosens = removingLoosens(rule);
  const label = say("removeId", { id: rule.id });
  if (loosens !== null) {
    return <RemoveLooser name={say("remove")} label={label} ruleId={rule.id} loosens={loosens} onRemoved={onRemoved} />;
  }
  return <RemoveAllowing rule={rule} label={label} onRemoved={onRemoved} />;
}

/** What a rule allowed asks again once it is gone, so its question is a smaller one. */
function RemoveAllowing({ rule, label, onRemoved }: { rule: RuleInForce; label: string; onRemoved: () => void }) {
  const say = useSay(policyWords);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setProblem(null);
    const done = await policyServer.removeRule(rule.id);
    if ("problem" in done) setProblem(done.problem);
    else onRemoved();
  };
  return (
    <AsksOnceMore
      name={say("remove")}
      label={label}
      confirm={say("removeTheRule")}
      problem={problem}
      onConfirm={() => void remove()}
    />
  );
}
