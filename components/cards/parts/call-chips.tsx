"use client";

import { ShieldAlert, ShieldCheck } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { CallFacts } from "./call-facts.tsx";
import { CallEffects } from "./effect-chips.tsx";
import { lineButton } from "./line-button.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  view: ApprovalView;
  subject: SubjectOf<"tool-call">;
  /** Whether the heading does not name tool and server already. */
  names: boolean;
  /** Whether it stands for several calls. */
  several?: boolean;
  /** When it ends, and another look at the arguments. */
  children: ReactNode;
};

/** All that is worth a word about a call, in one line; the rest unfolds. */
export function CallChips({ view, subject, names, several = false, children }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="px-4 pt-1 pb-1.5 text-fine sm:px-5">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
        {view.said === undefined ? <Origin view={view} names={names} /> : null}
        <CallEffects view={view} subject={subject} quotes={subject.provenance !== undefined} />
        {children}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}facts`}
          onClick={() => setOpen(!open)}
          className={lineButton}
        >
          {say.rich("whyTheReasonForThis", { b: (held) => <span className="sr-only">{held}</span> })}
        </button>
      </div>
      <div id={`${id}facts`} hidden={!open} className="mt-1.5 border-t border-line pt-1.5">
        {open ? (
          <CallFacts view={view} subject={subject} several={several} trustSaid={!names || !view.server.trusted} />
        ) : null}
      </div>
    </div>
  );
}

/** Where the call goes, and whether the owner trusts that server. */
function Origin({ view: { server, tool }, names }: Pick<Props, "view" | "names">) {
  const say = useSay(cardWords);
  const Icon = server.trusted ? ShieldCheck : ShieldAlert;
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-1 rounded-sm border px-1.5 font-medium ${
        server.trusted ? "border-line text-ink" : "border-amber text-amber"
      }`}
    >
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${server.trusted ? "text-green" : ""}`} />
      {names ? (
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {say.rich("nameOnServer", {
            name: (
              <code className="font-mono">
                <VisibleText text={tool.name} />
              </code>
            ),
            server: <VisibleText text={server.title} />,
          })}
        </span>
      ) : null}
      {names ? <span className="sr-only">, </span> : null}
      {server.trusted ? (
        <span className={names ? "sr-only" : ""}>{say("trustedServer")}</span>
      ) : (
        <span>{names ? say("notTrusted") : say("serverNotTrusted")}</span>
      )}
    </span>
  );
}
