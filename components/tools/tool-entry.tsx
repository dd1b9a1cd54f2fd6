"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { jsonForPeople } from "#lib/untrusted/json-for-people.ts";
import type { ServerOnPage, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { EffectChips } from "#components/cards/parts/effect-chips.tsx";
import { SmallIcon } from "#components/cards/parts/small-icon.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { ToolName } from "./tool-name.tsx";
import { ToolHiding } from "./tool-hiding.tsx";
import { ToolSettings } from "./tool-settings.tsx";
import type { Rights } from "./rights.ts";

type Props = { server: ServerOnPage; tool: ToolOnPage; rights: Rights; onChanged: () => void };

/** One tool: whether it asks, at a glance, and everything known of it inside. */
export function ToolEntry({ server, tool, rights, onChanged }: Props) {
  const { name, title, risk } = tool;
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
          <span className="flex shrink-0 flex-wrap gap-x-4 pl-7 text-small sm:pl-0">
            <span className={stateWords(tool).startsWith("Asks") ? "font-medium" : "text-muted"}>
              {stateWords(tool)}
            </span>
            <span className="text-muted">{riskWords(risk)}</span>
          </span>
        </summary>
        {opened ? <Inside server={server} tool={tool} rights={rights} onChanged={onChanged} /> : null}
      </details>
    </li>
  );
}

function Inside({ server, tool, rights, onChanged }: Props) {
  const { name, title, description, inputSchema, effects, hints, risk } = tool;
  return (
    <div className="flex flex-col gap-5 pt-1 pb-6 pl-7">
      <div className="flex flex-col gap-2">
        <p className="max-w-[42rem] wrap-anywhere whitespace-pre-wrap">
          {description === "" ? (
            <span className="text-muted">Nothing describes it.</span>
          ) : (
            <VisibleText text={description} />
          )}
        </p>
        <TextWarning text={`${title} ${description}`} />
        <EffectChips effects={effects} />
        <p className="text-small text-muted">
          {hints.length === 0
            ? "Its server says nothing about its effects."
            : `Its server says: ${hints.map(({ name: hint, said }) => `${hint} ${said}`).join(", ")}. ${
                server.trusted.inForce ? "You trust it." : "Nobody vouches for that."
              }`}{" "}
          {vouchedBy(tool, server)}
        </p>
        <p className="text-small text-muted">
          Risk {risk.assessed} of 5 by what is known: {risk.because.join(", ")}.
          {risk.inForce === risk.assessed ? "" : ` Set to ${risk.inForce} by ${risk.source}.`}
          {tool.asks ? ` Once a person approves it is ${risk.composed}. Rules use ${risk.inForce}.` : ""}
        </p>
      </div>
      {tool.neverApproved === null ? null : (
        <p className="max-w-[42rem] rounded-md border border-amber bg-amber-soft px-3 py-2 text-small">
          Nobody here could approve a call of it. {tool.neverApproved}
        </p>
      )}
      <details>
        <summary className="min-h-9 cursor-pointer text-small text-muted pointer-coarse:min-h-11">
          Arguments it takes
        </summary>
        <pre
          // It scrolls, so it must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={`Arguments of ${name}`}
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

const reviewWords = { new: "Needs review", changed: "Changed, needs review", rejected: "Rejected, not offered" };

/** What happens to a call of it, in a few words. */
function stateWords({ review, hiddenBy, neverApproved, approval, asks }: ToolOnPage): string {
  if (review !== "accepted") return reviewWords[review];
  if (hiddenBy.some(({ fromAll }) => fromAll)) return "Hidden and refused";
  if (asks && neverApproved !== null) return "Asks, and nobody could approve it";
  if (approval.inForce === "always") return "Asks every time";
  return asks ? "Asks" : "Runs without asking";
}

function riskWords({ inForce, composed }: ToolOnPage["risk"]): string {
  return inForce === composed ? `Risk ${inForce} of 5` : `Risk ${inForce} of 5, ${composed} with a person`;
}

function vouchedBy({ review, reviewedAt, reviewedBy }: ToolOnPage, { transport }: ServerOnPage): string {
  if (transport.kind === "built-in") return "It is part of this app.";
  if (review === "rejected") return "Its definition was rejected.";
  if (review === "new") return "Nobody has accepted this definition yet.";
  if (review === "changed") return "Its definition changed since it was accepted.";
  const by = reviewedBy === null ? "mcp.json’s owner vouches for this definition" : "A person accepted this definition";
  return reviewedAt === null ? `${by}.` : `${by}, on ${new Date(reviewedAt).toISOString().slice(0, 10)}.`;
}
