"use client";

import Link from "next/link";
import { useState } from "react";
import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import type { HiddenBy, ServerOnPage, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { policyServer, type Done } from "#components/settings/policies/policy-server.ts";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { removingLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { RemoveLooser } from "./remove-looser.tsx";
import type { Rights } from "./rights.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { server: ServerOnPage; tool: ToolOnPage; rights: Rights; onChanged: () => void };

/** Whether models see the tool, by which rule they do not, and the way to change that here. */
export function ToolHiding({ server, tool, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const rule = ruleHiding(server.id, tool.name);
  return (
    <div className="flex flex-col gap-3">
      {tool.hiddenBy.map((hidden) => (
        <Hidden key={hidden.ruleId} hidden={hidden} rights={rights} onChanged={onChanged} />
      ))}
      {tool.hiddenBy.length > 0 || rule === null || !rights.manage ? null : (
        <Once
          name={say("blockThisTool")}
          label={say("blockThisToolName", { name: tool.name })}
          confirm={say("refuseEveryCall")}
          send={() => policyServer.saveRule(rule)}
          onDone={onChanged}
        />
      )}
    </div>
  );
}

function Hidden({ hidden, rights, onChanged }: { hidden: HiddenBy; rights: Rights; onChanged: () => void }) {
  const say = useSay(toolWords);
  const speech = useSpeech();
  const { ruleId, words, fromAll, isOfApp } = hidden;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small wrap-anywhere">
        {say.rich("hiddenByTheRule", {
          all: fromAll ? "yes" : "no",
          rule: (
            <code className="font-mono text-fine">
              <VisibleText text={ruleId} />
            </code>
          ),
          app: isOfApp ? "yes" : "no",
          said: words === "" ? "no" : "yes",
          words: <VisibleText text={ruleWordsIn(speech, words)} />,
          link: (held) => (
            <Link href="/settings/policies" className="text-accent underline underline-offset-2">
              {held}
            </Link>
          ),
        })}
      </p>
      {isOfApp && rights.loosen ? (
        <RemoveLooser
          name={say("showAndJudgeAgain")}
          label={say("showAndJudgeAgainRule", { ruleId })}
          ruleId={ruleId}
          loosens={removingLoosens({ id: ruleId, verdict: "deny", words }) ?? words}
          onRemoved={onChanged}
        />
      ) : null}
    </div>
  );
}

type OnceProps = {
  name: string;
  label: string;
  confirm: string;
  send: () => Promise<Done<unknown>>;
  onDone: () => void;
};

/** Sends one change after a second press, and says what went wrong. */
function Once({ name, label, confirm, send, onDone }: OnceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = async () => {
    setProblem(null);
    const done = await send();
    if ("problem" in done) setProblem(done.problem);
    else onDone();
  };
  return <AsksOnceMore name={name} label={label} confirm={confirm} problem={problem} onConfirm={() => void change()} />;
}

/**
 * The rule that refuses every call of one tool and hides it, in the words of policy.yaml; null for a name that a rule would
 * take for a pattern.
 */
export function ruleHiding(server: string, tool: string): string | null {
  if (tool.includes("*")) return null;
  // A JSON text is a YAML one.
  const said = JSON.stringify;
  return [
    `id: ${said(`hide ${server}/${tool}`)}`,
    `server: ${said(server)}`,
    `tool: ${said(tool)}`,
    "then: deny",
    "hide: true",
    'reason: "{toolName} was switched off on the tools page."',
  ].join("\n");
}
