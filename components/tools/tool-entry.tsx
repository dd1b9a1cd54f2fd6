"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { jsonForPeople } from "#lib/untrusted/json-for-people.ts";
import type { ServerOnPage, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { EffectChips } from "#components/cards/parts/effect-chips.tsx";
import { SmallIcon } from "#components/cards/parts/small-icon.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { type ToolSay, toolWords } from "./words.en.ts";
import { ToolName } from "./tool-name.tsx";
import { ToolHiding } from "./tool-hiding.tsx";
import { ToolSettings } from "./tool-settings.tsx";
import type { Rights } from "./rights.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";

type Props = { server: ServerOnPage; tool: ToolOnPage; rights: Rights; onChanged: () => void };

/** One tool: whether it asks, at a glance, and everything known of it inside. */
export function ToolEntry({ server, tool, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const { name, title, risk } = tool;
  const state = stateOf(tool);
  const details = useRef<HTMLDetailsElement>(null);
  // A page may have a thousand of them.
  const [opened, setOpened] = useState(false);
  const look = () => details.current?.open && setOpened(true);
  // Somebody may have been faster than the page.
  useEffect(() => void look(), []);
  return (
    <li>
      <details ref={details} className="group" onToggle={look}>
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-sunk [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
            strokeWidth={1.75}
          />
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <SmallIcon icon={tool.icon} /> <ToolName title={title} name={name} strong />
          </span>
          <span className="flex shrink-0 flex-wrap gap-x-4 ps-7 text-small sm:ps-0">
            <span className={asking.has(state) ? "font-medium" : "text-muted"}>{say("toolState", { state })}</span>
            <span className="text-muted">{riskWords(say, risk)}</span>
          </span>
        </summary>
        {opened ? <Inside server={server} tool={tool} rights={rights} onChanged={onChanged} /> : null}
      </details>
    </li>
  );
}

function Inside({ server, tool, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const reword = useReword();
  const { name, title, description, inputSchema, effects, hints, risk } = tool;
  return (
    <div className="flex flex-col gap-5 pt-1 pb-6 ps-7">
      <div className="flex flex-col gap-2">
        <p className="max-w-[42rem] wrap-anywhere whitespace-pre-wrap">
          {description === "" ? (
            <span className="text-muted">{say("nothingDescribesIt")}</span>
          ) : (
            <VisibleText text={description} />
          )}
        </p>
        <TextWarning text={`${title} ${description}`} />
        <EffectChips effects={effects} />
        <p className="text-small text-muted">
          {hints.length === 0
            ? say("serverSaysNothing")
            : say(server.trusted.inForce ? "serverSaysTrusted" : "serverSaysUntrusted", {
                hints: hints.map(({ name: hint, said }) => `${hint} ${said}`).join(", "),
              })}{" "}
          {vouchedBy(say, tool, server)}
        </p>
        <p className="text-small text-muted">
          {[
            say("riskByWhatIsKnown", {
              risk: risk.assessed,
              because: risk.because.map((why) => say("riskBecause", { why })).join(", "),
            }),
            ...(risk.inForce === risk.assessed ? [] : [say("riskSetTo", { risk: risk.inForce, source: risk.source })]),
            ...(tool.asks ? [say("riskOnceApproved", { composed: risk.composed, risk: risk.inForce })] : []),
          ].join(" ")}
        </p>
      </div>
      {tool.neverApproved === null ? null : (
        <p className="max-w-[42rem] rounded-md border border-amber bg-amber-soft px-3 py-2 text-small">
          {say("nobodyHereCouldApprove", { why: reword(tool.neverApproved) })}
        </p>
      )}
      <details>
        <summary className="min-h-9 cursor-pointer text-small text-muted pointer-coarse:min-h-11">
          {say("argumentsItTakes")}
        </summary>
        <pre
          // It scrolls, so it must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={say("argumentsOf", { name })}
          className="max-h-80 overflow-auto rounded-md bg-sunk p-3 font-mono text-fine wrap-anywhere whitespace-pre-wrap"
        >
          <VisibleText text={jsonForPeople(inputSchema)} />
        </pre>
      </details>
      <ToolHiding server={server} tool={tool} rights={rights} onChanged={onChanged} />
      {rights.manage ? <ToolSettings server={server} tool={tool} rights={rights} onChanged={onChanged} /> : null}
    </div>
  );
}

const asking: ReadonlySet<string> = new Set(["nobody", "always", "asks"]);

/** What happens to a call of it. */
function stateOf({ review, hiddenBy, neverApproved, approval, asks }: ToolOnPage): string {
  if (review !== "accepted") return review;
  if (hiddenBy.some(({ fromAll }) => fromAll)) return "hidden";
  if (asks && neverApproved !== null) return "nobody";
  if (approval.inForce === "always") return "always";
  return asks ? "asks" : "runs";
}

function riskWords(say: ToolSay, { inForce, composed }: ToolOnPage["risk"]): string {
  return inForce === composed ? say("riskOf5", { risk: inForce }) : say("riskWithAPerson", { risk: inForce, composed });
}

function vouchedBy(say: ToolSay, { review, reviewedAt, reviewedBy }: ToolOnPage, { transport }: ServerOnPage): string {
  if (transport.kind === "built-in") return say("itIsPartOfThisApp");
  if (review === "rejected") return say("itsDefinitionWasRejected");
  if (review === "new") return say("nobodyAcceptedYet");
  if (review === "changed") return say("changedSinceAccepted");
  if (reviewedAt === null) return say(reviewedBy === null ? "fileVouches" : "personAccepted");
  const day = new Date(reviewedAt).toISOString().slice(0, 10);
  return say(reviewedBy === null ? "fileVouchedOn" : "personAcceptedOn", { day });
}
