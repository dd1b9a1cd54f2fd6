"use client";

import { useRouter } from "next/navigation";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** Ends a key. It asks once more, in the same place. */
export function RevokeKey({ id, name, label }: { id: string; name: string; label?: string }) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const { problem, send } = useSending();
  const revoke = async () => {
    await send("DELETE", `/api/keys/${encodeURIComponent(id)}`);
    router.refresh();
  };
  return (
    <AsksOnceMore
      name={label ?? say("revoke")}
      label={say("doThisTo", { action: label ?? say("revoke"), name })}
      confirm={say("revokeForGood")}
      problem={problem}
      onConfirm={() => void revoke()}
    />
  );
}
