"use client";

import { useId, useState } from "react";
import { inputLook } from "#components/ui/field-shell.tsx";

type Props = {
  label: string;
  hint?: string;
  /** Whether the label is for screen readers only. */
  quiet?: boolean;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
};

/** Several texts, one on each line. Empty lines count for nothing. */
export function LinesField({ label, hint, quiet = false, lines, onChange }: Props) {
  const id = useId();
  const [raw, setRaw] = useState(lines.join("\n"));
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <label htmlFor={id} className={quiet ? "sr-only" : "text-small font-medium"}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        rows={1}
        spellCheck={false}
        className={`${inputLook} field-sizing-content max-h-40 resize-none font-mono text-small`}
        value={raw}
        onChange={({ target }) => {
          setRaw(target.value);
          onChange([...new Set(target.value.split("\n").filter((line) => line !== ""))]);
        }}
      />
    </div>
  );
}
