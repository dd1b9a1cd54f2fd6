"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import type { Foreseen, ForeseenTool } from "#lib/policies/changes/foreseen.ts";
import { risks } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import type { Rights } from "#components/tools/rights.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { Switch } from "#components/ui/switch-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay, useSpeech } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = { answer: Foreseen; tool: ForeseenTool; rights: Rights; onChanged: () => void };

/** The first lines of the order that decide, as docs/policies.md numbers them. */
const lines: { [Line in Foreseen["line"]]: KeysOfWholeTexts<typeof policyWords.english> } = {
  "not-offered": "notOffered",
  stopped: "line1",
  refused: "line2",
  undecided: "line3",
  always: "line4",
  grant: "line5",
  rules: "line6",
  never: "line7",
  default: "line8",
};

/** What decides, in words, with the switch that changes it. */
export function DecidedBy({ answer, tool, rights, onChanged }: Props) {
  const say = useSay(policyWords);
  const reword = useReword();
  const speech = useSpeech();
  const { line, reason, control, neverApproved } = answer;
  return (
    <div className="flex flex-col gap-2 text-small">
      <p className="wrap-anywhere">
        <span className="text-muted">{say(lines[line])}.</span>{" "}
        <VisibleText text={control.kind === "rule" ? ruleWordsIn(speech, reason) : reword(reason)} />
      </p>
      {neverApproved === null ? null : (
        <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 wrap-anywhere">
          {say.rich("nobodyHereCouldApproveIt", { neverApproved: reword(neverApproved) })}
        </p>
      )}
      {control.kind === "settings" ? (
        <Switches of={control.of} tool={tool} rights={rights} onChanged={onChanged} />
      ) : (
        <p>
          <Where control={control} />
        </p>
      )}
    </div>
  );
}

function Where({ control }: { control: Exclude<Foreseen["control"], { kind: "settings" }> }) {
  const say = useSay(policyWords);
  switch (control.kind) {
    case "shadow":
      return <To href="/settings/policies#shadow">{say("shadowModeAndPolicies")}</To>;
    case "policy":
      return <To href="/settings/policies#in-force">{say("policies")}</To>;
    case "grant":
      return <To href="/settings/grants">{say("yourGrants")}</To>;
    case "offer":
      return <To href="/tools">{say("whereTheToolIsOffered")}</To>;
    case "rule":
      return (
        <>
          <To href={`/settings/policies#${encodeURIComponent(`rule-${control.ruleId}`)}`}>
            {say("theRuleId", { ruleId: control.ruleId })}
          </To>
          <span className="text-muted">{control.isOfApp ? say("savedInTheApp") : say("inPolicyYaml")}</span>
        </>
      );
    case "code":
      return (
        <span className="text-muted">
          {say.rich("theFileDecides", { file: <code className="font-mono text-fine">{control.file}</code> })}
        </span>
      );
  }
}

function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
    >
      <span className="wrap-anywhere">{children}</span>
    </Link>
  );
}

const flags: [ApprovalFlag, KeysOfWholeTexts<typeof policyWords.english>][] = [
  ["inherit", "asPoliciesSay"],
  ["always", "askEveryTime"],
  ["never", "doNotAsk"],
];

/** The settings of the tool and its server that decide, here as on the tools page. */
function Switches({
  of,
  tool,
  rights,
  onChanged,
}: Omit<Props, "answer"> & { of: readonly ("trust" | "flag" | "risk")[] }) {
  const say = useSay(policyWords);
  const { change, busy, shown } = useChange(onChanged);
  const { server, name, flag, risk } = tool;
  if (!rights.manage) return <p className="text-muted">{say("anAdminOrOwnerCan")}</p>;
  const set = (changes: Record<string, unknown>) =>
    void change({ method: "PUT", path: "/api/tools/settings", body: { server: server.id, tool: name, changes } });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {of.includes("flag") ? (
          <Choice
            label={say("approval")}
            of={name}
            value={flag}
            options={flags.map(([value, key]) => [value, say(key)])}
            disabled={busy}
            onChoose={(approval) => set({ approval })}
          />
        ) : null}
        {of.includes("risk") ? (
          <Choice
            label={say("risk")}
            of={name}
            value={`L${risk}`}
            options={risks.map((level) => [`L${level}`, say("riskOf5", { risk: level })])}
            disabled={busy}
            onChoose={(level) => set({ risk: level })}
          />
        ) : null}
        {of.includes("trust") && !server.isBuiltIn ? (
          <label className="flex items-center gap-2">
            <span className="text-muted">{say.rich("trustServer", { server: server.title })}</span>
            <Switch
              aria-label={say("trustServerForNameAnd", { server: server.title, name })}
              checked={server.trusted}
              disabled={busy || (!server.trusted && !rights.loosen)}
              onChange={({ target }) =>
                void change({
                  method: "PATCH",
                  path: "/api/servers",
                  body: { id: server.id, trusted: target.checked },
                })
              }
            />
          </label>
        ) : null}
      </div>
      {shown}
    </>
  );
}

type ChoiceProps = {
  label: string;
  /** The tool's name. */
  of: string;
  value: string;
  options: [string, string][];
  disabled: boolean;
  onChoose: (value: string) => void;
};

function Choice({ label, of, value, options, disabled, onChoose }: ChoiceProps) {
  const say = useSay(policyWords);
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{label}</span>
      <select
        aria-label={say("labelOfOf", { label, of })}
        className="min-h-9 min-w-0 rounded-md border border-line-strong bg-paper px-2 pointer-coarse:min-h-11"
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
