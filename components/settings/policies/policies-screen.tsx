"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import type { PolicyOverview, Suggestion } from "#lib/policies/changes/policy-overview.ts";
import type { UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import { RuleList } from "./rule-list.tsx";
import { ShadowSwitch } from "./shadow-switch.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { UsualTimeoutsForm } from "./usual-timeouts.tsx";
import { WaitingChange } from "./waiting-change.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** It reads rules in the browser, and is loaded only when somebody writes one. */
const RuleEditor = lazy(async () => ({ default: (await import("./rule-editor.tsx")).RuleEditor }));

type Props = {
  timeouts: UsualTimeouts;
  /** For people who manage tools: what rules may be about, and the tool for which a rule is drafted right away. */
  known: KnownTool[];
  draftFor?: { server: string; tool: string } | null;
  overview: PolicyOverview;
  suggestions: Suggestion[];
  mayChange: boolean;
  mayLoosen: boolean;
};

/** What decides which calls run, ask or are refused: what waits for the owner above, what is in force below. */
export function PoliciesScreen({
  timeouts,
  known,
  draftFor = null,
  overview,
  suggestions,
  mayChange,
  mayLoosen,
}: Props) {
  const say = useSay(policyWords);
  const router = useRouter();
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        // Changes made while the page was on its way here were announced to nobody. Rules name servers and tools.
        if (type === "policy" || type === "servers" || type === "resync") router.refresh();
      }),
    [router],
  );
  const { waiting, shadow, rules, broken, notFollowed } = overview;
  return (
    <div className="flex flex-col gap-10">
      <PageTitle title={say("policies")} />
      {broken === null ? null : (
        <p role="alert" className="rounded-md border border-red bg-red-soft px-4 py-3">
          {say.rich("theStoredPolicyIsNot", { broken })}
        </p>
      )}
      {notFollowed === null ? null : (
        <p role="alert" className="rounded-md border border-amber px-4 py-3">
          {say.rich("changesOfPolicyYamlAre", { notFollowed })}
        </p>
      )}
      {waiting === null ? null : (
        <WaitingChange key={waiting.hash} waiting={waiting} mayLoosen={mayLoosen} onDone={() => router.refresh()} />
      )}
      <section aria-labelledby="in-force" className="flex flex-col gap-4">
        <div className="flex max-w-[40rem] flex-col gap-1">
          <h2 id="in-force" className="font-serif text-title">
            {say("inForce")}
          </h2>
          <p className="text-muted">
            {say.rich("ifSeveralRulesMatchA", {
              otherwise: say(otherwise[overview.otherwise]),
              link: (held) => (
                <Link
                  href="/settings/will-it-ask"
                  prefetch={false}
                  className="text-accent underline underline-offset-2"
                >
                  {held}
                </Link>
              ),
            })}
          </p>
        </div>
        {rules.length === 0 ? (
          <p className="text-muted">{say("thereAreNoRules")}</p>
        ) : (
          <RuleList rules={rules} mayChange={mayChange} mayLoosen={mayLoosen} onRemoved={() => router.refresh()} />
        )}
        {mayChange ? (
          <NewRule draftFor={draftFor} known={known} mayLoosen={mayLoosen} onSaved={() => router.refresh()} />
        ) : null}
      </section>
      {suggestions.length === 0 ? null : (
        <SuggestionList known={known} suggestions={suggestions} onDone={() => router.refresh()} />
      )}
      <section aria-labelledby="expiry" className="flex max-w-[40rem] flex-col gap-4 border-t border-line pt-6">
        <div className="flex flex-col gap-1">
          <h2 id="expiry" className="font-serif text-title">
            {say("howLongCardsWait")}
          </h2>
          <p className="text-muted">{say("aCardThatNobodyAnswers")}</p>
        </div>
        <UsualTimeoutsForm key={JSON.stringify(timeouts)} timeouts={timeouts} mayChange={mayChange} />
      </section>
      <section aria-labelledby="shadow" className="flex max-w-[40rem] flex-col gap-4 border-t border-line pt-6">
        <h2 id="shadow" className="font-serif text-title">
          {say("stopEverything")}
        </h2>
        <ShadowSwitch
          key={String(shadow)}
          on={shadow}
          disabled={!mayChange || (shadow && !mayLoosen)}
          onDone={() => router.refresh()}
        />
      </section>
    </div>
  );
}

const otherwise: { [Kind in PolicyOverview["otherwise"]]: KeysOfWholeTexts<typeof policyWords.english> } = {
  annotated: "annotatedOtherwise",
  denyAll: "denyAllOtherwise",
  other: "codeOtherwise",
};

type NewRuleProps = Pick<Props, "known" | "mayLoosen"> & {
  draftFor: { server: string; tool: string } | null;
  onSaved: () => void;
};

function NewRule({ draftFor, known, mayLoosen, onSaved }: NewRuleProps) {
  const say = useSay(policyWords);
  const [open, setOpen] = useState(draftFor !== null);
  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{say("draftARule")}</Button>
      </div>
    );
  }
  return (
    <div id="draft">
      <Suspense fallback={<p className="text-muted">{say("oneMoment")}</p>}>
        <RuleEditor
          from={draftFor ?? { server: "", tool: "" }}
          known={known}
          mayLoosen={mayLoosen}
          onSaved={() => {
            setOpen(false);
            onSaved();
          }}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    </div>
  );
}
