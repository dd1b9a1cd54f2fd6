"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Foreseen, ForeseenTool } from "#lib/policies/changes/foreseen.ts";
import { riskChoices } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { Rights } from "#components/tools/rights.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { Switch } from "#components/ui/switch-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = { answer: Foreseen; tool: ForeseenTool; rights: Rights; onChanged: () => void };

/** The first lines of the order that decide, as docs/policies.md numbers them. */
const lines: { [Line in Foreseen["line"]]: string } = {
  "not-offered": "Not offered",
  stopped: "Line 1 of 8: everything is stopped",
  refused: "Line 2 of 8: refused",
  undecided: "Line 3 of 8: could not be decided",
  always: "Line 4 of 8: ask every time",
  grant: "Line 5 of 8: your grant",
  rules: "Line 6 of 8: a rule",
  never: "Line 7 of 8: do not ask",
  default: "Line 8 of 8: the default",
};

/** What decides, in words, with the switch that changes it. */
export function DecidedBy({ answer, tool, rights, onChanged }: Props) {
  const say = useSay(policyWords);
  const { line, reason, control, neverApproved } = answer;
  return (
    <div className="flex flex-col gap-2 text-small">
      <p className="wrap-anywhere">
        <span className="text-muted">{lines[line]}.</span> <VisibleText text={reason} />
      </p>
      {neverApproved === null ? null : (
        <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 wrap-anywhere">
          {say.rich("nobodyHereCouldApproveIt", { neverApproved })}
        </p>
      )}
      {control.kind === "settings" ? (
        <Switches of={control.of} tool={tool} rights={rights} onChanged={onChanged} />
      ) : (
        <p>{whereItIs(control)}</p>
      )}
    </div>
  );
}

function whereItIs(control: Exclude<Foreseen["control"], { kind: "settings" }>): ReactNode {
  switch (control.kind) {
    case "shadow":
      return <To href="/settings/policies#shadow">Shadow mode and policies</To>;
    case "policy":
      return <To href="/settings/policies#in-force">Policies</To>;
    case "grant":
      return <To href="/settings/grants">Your grants</To>;
    case "offer":
      return <To href="/tools">Where the tool is offered</To>;
    case "rule":
      return (
        <>
          <To href={`/settings/policies#${encodeURIComponent(`rule-${control.ruleId}`)}`}>The rule {control.ruleId}</To>
          <span className="text-muted">{control.isOfApp ? ", saved in the app" : ", in policy.yaml"}</span>
        </>
      );
    case "code":
      return (
        <span className="text-muted">
          The file <code className="font-mono text-fine">{control.file}</code> beside policy.yaml decides.
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

const flags: [ApprovalFlag, string][] = [
  ["inherit", "As policies say"],
  ["always", "Ask every time"],
  ["never", "Do not ask"],
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
            options={flags}
            disabled={busy}
            onChoose={(approval) => set({ approval })}
          />
        ) : null}
        {of.includes("risk") ? (
          <Choice
            label={say("risk")}
            of={name}
            value={`L${risk}`}
            options={riskChoices}
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
