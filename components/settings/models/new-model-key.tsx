"use client";

import { useRouter } from "next/navigation";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Replaces the key of an account, if the provider takes the new one. */
export function NewModelKey({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
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
      title={`New key for ${name}`}
      submit="Use this key"
      off={sending}
      problem={problem}
      onSubmit={replace}
      onClose={onClose}
    >
      <TextField label="API key" name="apiKey" type="password" required maxLength={1_000} autoComplete="off" />
    </FormDialog>
  );
}
