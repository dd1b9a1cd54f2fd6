"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ApiKey } from "#lib/people/api-key.ts";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ToolChoices, type ToolToChoose } from "./tool-choices.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = { apiKey: ApiKey; tools: ToolToChoose[]; onClose: () => void };

/** Offers the client of a key fewer tools. More tools need another key. */
export function NarrowKey({ apiKey, tools, onClose }: Props) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const { id, name } = apiKey;
  const had = tools.filter((tool) => apiKey.tools?.includes(tool.name) ?? true);
  const [chosen, setChosen] = useState(had.map((tool) => tool.name));
  const { sending, problem, send } = useSending();
  const narrow = async () => {
    if ((await send("PATCH", `/api/keys/${encodeURIComponent(id)}`, { tools: chosen })) === null) return;
    router.refresh();
    onClose();
  };
  return (
    <FormDialog
      title={say("toolsOfName", { name })}
      submit={say("offerOnlyThese")}
      off={sending || chosen.length === 0}
      problem={problem}
      onSubmit={narrow}
      onClose={onClose}
    >
      <p className="text-muted">{say("theOthersAreTakenAway")}</p>
      <ToolChoices tools={had} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
