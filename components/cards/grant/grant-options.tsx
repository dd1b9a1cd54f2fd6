"use client";

import { useEffect, useId, useRef } from "react";
import type { GrantScope } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { GrantLimits } from "./grant-limits.tsx";
import type { GrantDraft, ReadGrant } from "./grant-draft.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  toolName: string;
  offered: readonly GrantScope[];
  /** What the card shows, with its edits. */
  args: JsonObject;
  schema: JsonObject;
  /** A call on its card, as it was proposed or edited; or a tool in the settings, where there is no call to run once. */
  of: "call" | "edited call" | "tool";
  draft: GrantDraft;
  read: ReadGrant;
  readOnly: boolean;
  onChange: (draft: GrantDraft) => void;
};

/** How far a yes reaches, narrowest first, with limits, and the sentence that is signed. Loaded only when somebody asks. */
export function GrantOptions({ toolName, offered, args, schema, of, draft, read, readOnly, onChange }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // The person has just asked for these.
    box.current?.querySelector<HTMLElement>("input")?.focus();
  }, []);
  const scopes = of === "tool" ? offered : (["once", ...offered] as const);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-sheet px-3 py-3">
      <fieldset ref={box} disabled={readOnly} className="min-w-0">
        <legend className="text-small font-semibold">
          {of === "tool" ? say("forHowLong") : say("whatAreYouAllowing")}
        </legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-9 items-center gap-3 text-base pointer-coarse:min-h-11">
            <input
              type="radio"
              name={`${id}scope`}
              className="size-5 shrink-0 accent-accent"
              checked={draft.scope === scope}
              onChange={() => onChange({ ...draft, scope })}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <ScopeWords scope={scope} toolName={toolName} />
            </span>
          </label>
        ))}
      </fieldset>
      {draft.scope === "once" ? null : (
        <>
          <GrantLimits args={args} schema={schema} draft={draft} readOnly={readOnly} onChange={onChange} />
          <div className="border-s-4 border-accent bg-sunk px-3 py-2">
            <p className="text-fine font-semibold tracking-[0.08em] text-muted uppercase">{say("youSign")}</p>
            <p aria-live="polite" className="font-serif text-large text-balance [overflow-wrap:anywhere]">
              {"sentence" in read ? <VisibleText text={read.sentence} /> : "problem" in read ? read.problem : null}
            </p>
            <p className="mt-1 text-fine text-muted">
              {of === "tool" ? null : say("thisCallRunsNow")} {of === "edited call" ? say("givenAsYouChanged") : null}{" "}
              {say("youCanTakeItBack")}
            </p>
          </div>
        </>
      )}
    </div>
  );
}

function ScopeWords({ scope, toolName }: { scope: "once" | GrantScope; toolName: string }) {
  const say = useSay(cardWords);
  const tool = (
    <code className="font-mono text-[0.92em]">
      <VisibleText text={toolName} />
    </code>
  );
  switch (scope) {
    case "once":
      return say("onlyThisCall");
    case "call":
      return say("thisExactCallAgainIn");
    case "chat":
      return <>{say.rich("toolInThisChat", { tool })}</>;
    case "hour":
      return <>{say.rich("toolInEveryChatFor", { tool })}</>;
    case "always":
      return <>{say.rich("toolInEveryChatAlways", { tool })}</>;
  }
}
