"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ApiKey } from "#lib/people/api-key.ts";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ToolChoices, type ToolToChoose } from "./tool-choices.tsx";

type Props = { apiKey: ApiKey; tools: ToolToChoose[]; onClose: () => void };

/** Offers the client of a key fewer tools. More tools need another key. */
export function NarrowKey({ apiKey, tools, onClose }: Props) {
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
      title={`Tools of ${name}`}
      submit="Offer only these"
      off={sending || chosen.length === 0}
      problem={problem}
      onSubmit={narrow}
      onClose={onClose}
    >
      <p className="text-muted">
        The others are taken away at once, for good. New tools of a server are not added by themselves. To offer more,
        make another key.
      </p>
      <ToolChoices tools={had} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
