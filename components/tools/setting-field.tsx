import type { ReactNode } from "react";
import type { Setting } from "#lib/policies/changes/tools-page.ts";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "./words.en.ts";

type Props<Value> = {
  id: string;
  label: string;
  setting?: Setting<Value>;
  by?: string;
  words?: (value: Value) => string;
  hint?: string;
  children: ReactNode;
};

/** A field with both values below it: what the file says, and what counts because somebody set it here. */
export function SettingField<Value>({ id, label, setting, by = "", words, hint, children }: Props<Value>) {
  const say = useSay(toolWords);
  const both =
    setting === undefined || words === undefined || setting.set === null
      ? null
      : say("setHere", { set: words(setting.inForce), by, written: words(setting.written) });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children}
      {both === null && hint === undefined ? null : (
        <p className="text-fine wrap-anywhere text-muted">{[both, hint].filter((part) => part != null).join(" ")}</p>
      )}
    </div>
  );
}
