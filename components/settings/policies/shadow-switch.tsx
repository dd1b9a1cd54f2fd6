"use client";

import { useState } from "react";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { policyServer } from "./policy-server.ts";

/** Shadow mode of the whole app. */
export function ShadowSwitch({ on, disabled, onDone }: { on: boolean; disabled: boolean; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (wanted: boolean) => {
    setBusy(true);
    const done = await policyServer.setShadow(wanted);
    setProblem("problem" in done ? done.problem : null);
    setBusy(false);
    onDone();
  };
  return (
    <>
      <SwitchField
        label="Shadow mode for the whole app"
        hint="Tool calls are shown in every chat and none of them runs, whatever rules, grants and people say."
        checked={on}
        disabled={disabled || busy}
        onChange={(wanted) => void change(wanted)}
      />
      {problem === null ? null : (
        <p role="alert" className="text-small text-red">
          {problem}
        </p>
      )}
    </>
  );
}
