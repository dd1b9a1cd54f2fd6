"use client";

import { useState } from "react";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import { readArguments } from "./argument-rows.ts";
import { ArgumentRows } from "./argument-value.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";

type Props = {
  argumentsJson: string;
  inputSchema: JsonObject;
  expanded: boolean;
  /** Arguments with text that tools of this chat said before. */
  provenance?: FieldProvenance[];
};

/** The complete arguments: one row per field, and the JSON one click away. Nothing is ever cut (THREATS C1). */
export function ArgumentsView({ argumentsJson, inputSchema, expanded, provenance = [] }: Props) {
  const [asJson, setAsJson] = useState(false);
  const value = readArguments(argumentsJson);
  const count = value === null ? 0 : Object.keys(value).length;
  return (
    <div>
      <div className="flex min-h-11 items-center justify-between gap-4 text-small">
        <p className="text-muted">{count === 1 ? "1 argument" : count === 0 ? "Arguments" : `${count} arguments`}</p>
        {value === null || count === 0 ? null : (
          <button
            type="button"
            aria-pressed={asJson}
            onClick={() => setAsJson(!asJson)}
            className="-me-2 min-h-11 px-2 font-semibold text-accent underline underline-offset-4"
          >
            JSON
          </button>
        )}
      </div>
      <div key={String(asJson)} {...mustBeSeen} className="border-y border-line">
        {value === null || asJson ? (
          <JsonText text={value === null ? argumentsJson : JSON.stringify(value, null, 2)} expanded={expanded} />
        ) : (
          <div className={count === 0 ? "py-2.5" : ""}>
            <ArgumentRows value={value} schema={inputSchema} expanded={expanded} depth={0} provenance={provenance} />
          </div>
        )}
      </div>
    </div>
  );
}

function JsonText({ text, expanded }: { text: string; expanded: boolean }) {
  return (
    <div className="py-2.5">
      <ScrollBox label="Arguments as JSON" expanded={expanded}>
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
