import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

/** The question, and the label of the button that does it. */
export type Asking = { title: string; yes: string };

const usual: Asking = { title: "Reduce human oversight?", yes: "Reduce oversight" };

type Props = { asking?: Asking | undefined; sentence: string; onConfirm: () => void; onCancel: () => void };

/** Asked before protection is lowered (S0.7). The way back comes first and has the focus. */
export function ReduceOversight({ asking = usual, sentence, onConfirm, onCancel }: Props) {
  return (
    <Dialog title={asking.title} onClose={onCancel}>
      <p className="mt-3 wrap-anywhere">{sentence}</p>
      <p className="mt-3 text-small text-muted">This is written into the audit trail under your name.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={(event) => event.currentTarget.closest("dialog")?.close()}>Keep it as it is</Button>
        <GuardedButton look="danger" onClick={onConfirm}>
          {asking.yes}
        </GuardedButton>
      </div>
    </Dialog>
  );
}
