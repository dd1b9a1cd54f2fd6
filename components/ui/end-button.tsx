"use client";

import { useRouter } from "next/navigation";
import { Button } from "./button.tsx";
import { ProblemLine } from "./problem-line.tsx";
import { useSending } from "./use-sending.ts";

/** Ends the subject of its row, at once. `label` is what screen readers say. */
export function EndButton({ path, label, children }: { path: string; label: string; children: string }) {
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const end = async () => {
    await send("DELETE", path);
    // It may also have ended elsewhere.
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={problem} />
      <Button tight disabled={sending} aria-label={label} onClick={() => void end()}>
        {children}
      </Button>
    </div>
  );
}
