"use client";

import { useState } from "react";
import { Button } from "./button.tsx";
import { ProblemLine } from "./problem-line.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

type Props = {
  /** The first button: its text, and the name that screen readers say. */
  name: string;
  label: string;
  /** The button that does it. */
  confirm: string;
  problem: string | null;
  onConfirm: () => void;
};

/** A button for an act that cannot be taken back: it asks once more, in the same place. */
export function AsksOnceMore({ name, label, confirm, problem, onConfirm }: Props) {
  const say = useSay(uiWords);
  const [asking, setAsking] = useState(false);
  // What failed is no longer wanted once the person keeps it.
  const [isTried, setIsTried] = useState(false);
  const keep = () => {
    setAsking(false);
    setIsTried(false);
  };
  const act = () => {
    setIsTried(true);
    onConfirm();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={isTried ? problem : null} />
      {asking ? (
        <>
          <Button look="quiet" tight onClick={keep}>
            {say("keep")}
          </Button>
          <Button look="danger" tight onClick={act}>
            {confirm}
          </Button>
        </>
      ) : (
        <Button tight aria-label={label} onClick={() => setAsking(true)}>
          {name}
        </Button>
      )}
    </div>
  );
}
