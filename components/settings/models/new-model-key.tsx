"use client";

import { useRouter } from "next/navigation";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

/** Replaces the key of an account, if the provider takes the new one. */
export function NewModelKey({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const say = useSay(modelWords);
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const replace = async (form: HTMLFormElement) => {
    const body = { apiKey: formText(form, "apiKey").trim() };
    if ((await send("PATCH", `/api/models/${encodeURIComponent(id)}`, body)) === null) return;
    router.refresh();
    onClose();
  };
  return (
    <FormDialog
      title={say("newKeyForName", { name })}
      submit={say("useThisKey")}
      off={sending}
      problem={problem}
      onSubmit={replace}
      onClose={onClose}
    >
      <TextField label={say("apiKey")} name="apiKey" type="password" required maxLength={1_000} autoComplete="off" />
    </FormDialog>
  );
}
