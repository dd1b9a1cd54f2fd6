"use client";

import { useRouter } from "next/navigation";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Lets a client of the operator's issuer in again. It asks once more, in the same place. */
export function LetInAgain({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const { problem, send } = useSending();
  const letIn = async () => {
    await send("POST", `/api/keys/${encodeURIComponent(id)}/let-in`, {});
    router.refresh();
  };
  return (
    <AsksOnceMore
      name="Let in again"
      label={`Let in again: ${name}`}
      confirm="Let it in"
      problem={problem}
      onConfirm={() => void letIn()}
    />
  );
}
