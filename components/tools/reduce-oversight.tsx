import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

/** The question, and the label of the button that does it. */
export type Asking = { title: string; yes: string };

type Props = { asking?: Asking | undefined; sentence: string; onConfirm: () => void; onCancel: () => void };

/** Asked before protection is lowered (S0.7). The way back comes first and has the focus. */
export function ReduceOversight({ asking, sentence, onConfirm, onCancel }: Props) {
  const say = useSay(toolWords);
  const reword = useReword(ruleWordsIn);
  return (
    <Dialog title={asking?.title ?? say("reduceHumanOversight")} onClose={onCancel}>
      <p className="mt-3 wrap-anywhere">{reword(sentence)}</p>
      <p className="mt-3 text-small text-muted">{say("writtenUnderYourName")}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={(event) => event.currentTarget.closest("dialog")?.close()}>{say("keepItAsItIs")}</Button>
        <GuardedButton look="danger" onClick={onConfirm}>
          {asking?.yes ?? say("reduceOversight")}
        </GuardedButton>
      </div>
    </Dialog>
  );
}
