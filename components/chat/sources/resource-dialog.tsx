"use client";

import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type Props = { resource: AttachedResource; onClose: () => void; children?: ReactNode };

/** The content of a resource, as a model would get it. Its address is text: nothing here follows it. */
export function ResourceDialog({ resource: { name, server, uri, text, leftOut }, onClose, children }: Props) {
  const say = useSay(chatWords);
  return (
    <Dialog title={visibleText(name)} className="w-[min(48rem,calc(100vw-2rem))]" onClose={onClose}>
      <p className="mt-2 text-small wrap-anywhere text-muted">
        {say("uriOfServer", { uri: visibleText(uri), server: visibleText(server) })}
      </p>
      <ScrollArea label={say("content")} className="mt-3 max-h-[50dvh] rounded-sm bg-sunk">
        <pre dir="auto" className="p-2 font-mono text-fine wrap-anywhere whitespace-pre-wrap">
          {text === "" ? say("nothing") : readableText(text)}
        </pre>
      </ScrollArea>
      {leftOut === 0 ? null : <p className="mt-2 text-small text-amber">{say("lastLeftOut", { leftOut })}</p>}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
          {say("close")}
        </Button>
        {children}
      </div>
    </Dialog>
  );
}
