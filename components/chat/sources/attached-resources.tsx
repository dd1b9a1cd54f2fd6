"use client";

import { FileText, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { ResourceDialog } from "./resource-dialog.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type Props = {
  resources: readonly AttachedResource[];
  label: string;
  /** Absent where they were sent. */
  onRemove?: (resource: AttachedResource) => void;
};

/** The resources of a message: each opens with its content. */
export function AttachedResources({ resources, label, onRemove }: Props) {
  const say = useSay(chatWords);
  const [open, setOpen] = useState<AttachedResource | null>(null);
  if (resources.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className="flex max-w-full flex-wrap gap-2">
        {resources.map((resource) => {
          const { serverId, uri, server, leftOut } = resource;
          const name = visibleText(resource.name);
          return (
            <li
              key={`${serverId} ${uri}`}
              className="inline-flex max-w-full min-w-0 items-center rounded-md border border-line bg-paper text-small"
            >
              <button
                type="button"
                onClick={() => setOpen(resource)}
                className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-md px-2 hover:bg-sunk pointer-coarse:min-h-11"
              >
                <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
                <span className="truncate">{name}</span>
                <span className="shrink-0 text-fine text-muted">
                  {visibleText(server)}
                  {leftOut === 0 ? "" : ` · ${say("cut")}`}
                </span>
              </button>
              {onRemove === undefined ? null : (
                <IconButton icon={X} label={say("removeName", { name })} onClick={() => onRemove(resource)} />
              )}
            </li>
          );
        })}
      </ul>
      {open === null ? null : <ResourceDialog resource={open} onClose={() => setOpen(null)} />}
    </>
  );
}
