"use client";

import { OctagonAlert } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { isTyped, wordsToType } from "#lib/approvals/words-to-type.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { inputLook } from "#components/ui/field-shell.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  risk: Risk;
  /** Null where the reader has nothing to type. */
  typing: Typing | null;
  closed: boolean;
  onEnter: () => void;
};

/** What a person has to type, and has typed so far (THREATS C14). */
export type Typing = ReturnType<typeof useTyping>;

type Aim = { subject: SubjectOf<"tool-call">; toolName: string; args: JsonObject };

/** The second act that a high risk needs. With other arguments, other words may have to be typed. */
export function useTyping({ subject, toolName, args }: Aim) {
  const say = useSay(cardWords);
  const [typed, setTyped] = useState("");
  const [missed, setMissed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const needed = subject.highRisk !== undefined;
  const words = wordsToType({ toolName, argument: subject.confirmBy, args });
  const ready = !needed || isTyped(typed, words);
  return {
    field,
    words,
    typed,
    ready,
    /** What is wrong with it, once the person has pressed Approve. */
    problem: missed && !ready ? (typed.trim() === "" ? say("typeItHereFirst") : say("thatDoesNotMatchCapitals")) : null,
    set: setTyped,
    /** Moves the focus there; says why in a sentence. */
    ask: () => {
      setMissed(true);
      field.current?.focus();
      return say("thisIsAHighRisk", { words });
    },
    /** What goes with an accept. */
    confirm: needed ? { confirm: typed.trim() } : {},
  };
}

/** Shown on the cards of tools that the owner called a high risk, and on no others. */
export function HighRisk({ risk, typing, closed, onEnter }: Props) {
  const say = useSay(cardWords);
  return (
    <div className="mx-4 mt-4 mb-3 flex flex-col gap-2 rounded-md border border-red bg-red-soft px-3 py-2.5 sm:mx-5">
      <p className="flex items-center gap-2 font-semibold text-red">
        <OctagonAlert aria-hidden="true" className="size-4 shrink-0" />
        {say.rich("highRiskLRiskSet", { risk })}
      </p>
      {typing === null ? null : <TypedWords typing={typing} closed={closed} onEnter={onEnter} />}
    </div>
  );
}

function TypedWords({ typing, closed, onEnter }: { typing: Typing; closed: boolean; onEnter: () => void }) {
  const say = useSay(cardWords);
  const id = useId();
  const { field, words, typed, problem, set } = typing;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="flex flex-col gap-1 pb-0.5">
      <label htmlFor={id} className="text-small">
        {say.rich("typeWordsToApprove", {
          words: (
            <code dir="ltr" className="font-mono font-semibold [overflow-wrap:anywhere] [unicode-bidi:isolate]">
              {words}
            </code>
          ),
        })}
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        readOnly={closed}
        onKeyDown={onKeyDown}
        onChange={(event) => set(event.target.value)}
        {...(problem === null ? {} : { "aria-invalid": true, "aria-describedby": `${id}problem` })}
        className={`${inputLook} max-w-sm font-mono`}
      />
      {problem === null ? null : (
        <p id={`${id}problem`} className="text-small text-red">
          {problem}
        </p>
      )}
    </div>
  );
}
