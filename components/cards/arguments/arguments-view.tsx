"use client";

import { useState } from "react";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import { readArguments } from "#lib/approvals/argument-rows.ts";
import { ArgumentRows } from "./argument-value.tsx";
import { lineButton } from "#components/cards/parts/line-button.ts";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  argumentsJson: string;
  inputSchema: JsonObject;
  expanded: boolean;
  /** Arguments with text that tools of this chat said before. */
  provenance?: FieldProvenance[];
  asJson?: boolean;
};

/** The complete arguments, field by field or as JSON. What is long is folded, and nothing is ever cut (THREATS C1). */
export function ArgumentsView({ argumentsJson, inputSchema, expanded, provenance = [], asJson = false }: Props) {
  const value = readArguments(argumentsJson);
  return (
    <div key={String(asJson)} {...mustBeSeen}>
      {value === null || asJson ? (
        <JsonText text={value === null ? argumentsJson : JSON.stringify(value, null, 2)} expanded={expanded} />
      ) : (
        <ArgumentRows value={value} schema={inputSchema} expanded={expanded} depth={0} provenance={provenance} />
      )}
    </div>
  );
}

/** The same with the way to the JSON, for where nothing else offers it. */
export function ArgumentsAndJson(props: Omit<Props, "asJson">) {
  const [asJson, setAsJson] = useState(false);
  return (
    <div>
      <JsonButton argumentsJson={props.argumentsJson} pressed={asJson} onChange={setAsJson} />
      <ArgumentsView {...props} asJson={asJson} />
    </div>
  );
}

type JsonProps = { argumentsJson: string; pressed: boolean; onChange: (pressed: boolean) => void };

/** Changes between fields and JSON; nothing where there is nothing to see as fields. */
export function JsonButton({ argumentsJson, pressed, onChange }: JsonProps) {
  const say = useSay(cardWords);
  const value = readArguments(argumentsJson);
  if (value === null || Object.keys(value).length === 0) return null;
  return (
    <button type="button" aria-pressed={pressed} onClick={() => onChange(!pressed)} className={lineButton}>
      {say("json")}
    </button>
  );
}

function JsonText({ text, expanded }: { text: string; expanded: boolean }) {
  const say = useSay(cardWords);
  return (
    <div>
      <ScrollBox label={say("argumentsAsJson")} expanded={expanded}>
        <pre
          dir="ltr"
          className="font-mono text-small leading-5 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]"
        >
          {text.split("\n").map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <JsonLine key={at} line={line} />
          ))}
        </pre>
      </ScrollBox>
      <TextWarning text={text} />
    </div>
  );
}

/** Spaces at the start of a line of JSON are only indentation; line breaks inside texts are written as \n. */
function JsonLine({ line }: { line: string }) {
  const content = line.trimStart();
  return (
    <>
      {line.slice(0, line.length - content.length)}
      <VisibleText text={content} />
      {"\n"}
    </>
  );
}
