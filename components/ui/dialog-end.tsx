import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ProblemLine } from "./problem-line.tsx";

/** The end of a dialog that asks for something: why it was refused, the way out, and the button that sends it. */
export function DialogEnd({
  problem,
  onClose,
  children,
}: {
  problem: string | null;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <ProblemLine large problem={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        {children}
      </div>
    </>
  );
}
