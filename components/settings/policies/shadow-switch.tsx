"use client";

import { useState } from "react";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { endingShadowLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { useQuestion } from "#components/tools/use-question.tsx";
import { policyServer } from "./policy-server.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** Shadow mode of the whole app. Key it by `on`: what the server says wins over what was pressed. */
export function ShadowSwitch({ on, disabled, onDone }: { on: boolean; disabled: boolean; onDone: () => void }) {
  const say = useSay(policyWords);
  const [shown, setShown] = useState(on);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { ask, question } = useQuestion();
  const change = async (wanted: boolean) => {
    if (!wanted && !(await ask(endingShadowLoosens("the whole app")))) return;
    setBusy(true);
    setProblem(null);
    setShown(wanted);
    const done = await policyServer.setShadow(wanted);
    setBusy(false);
    if ("problem" in done) {
      setShown(on);
      return setProblem(done.problem);
    }
    onDone();
  };
  return (
    <>
      <SwitchField
        label={say("shadowModeForTheWhole")}
        hint={say("toolCallsAreShownIn")}
        checked={shown}
        disabled={disabled || busy}
        onChange={(wanted) => void change(wanted)}
      />
      <ProblemLine problem={problem} />
      {question}
    </>
  );
}
