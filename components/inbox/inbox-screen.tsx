"use client";

import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { PageHeader } from "#components/chat/page-header.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { InboxEntry } from "./inbox-entry.tsx";
import { useInbox } from "./use-inbox.ts";

/** Everything that waits for this person, across all chats, oldest first. What is answered stays as a line until it is left. */
export function InboxScreen({ initial }: { initial: InboxItem[] }) {
  const { items, open, isFull, decided } = useInbox(initial);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>{`${open > 0 ? `(${open}) ` : ""}Inbox · Countersign`}</title>
      <PageHeader title="Inbox">
        <p aria-live="polite" className="px-2 text-small text-muted">
          {open === 0 ? "Nothing waits" : `${open}${isFull ? "+" : ""} ${open === 1 ? "waits" : "wait"}`}
        </p>
      </PageHeader>
      <div data-thread className="min-h-0 flex-1 overflow-y-auto">
        {items.length === 0 ? (
          <Empty />
        ) : (
          <ul className="mx-auto flex w-full max-w-[46rem] flex-col gap-10 px-4 py-8">
            {items.map((item) => (
              <InboxEntry key={item.id} item={item} onDecided={decided} />
            ))}
          </ul>
        )}
        {isFull ? (
          <p className="px-4 pb-8 text-center text-small text-muted">
            More wait than are shown here. They come up as you answer these.
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Empty() {
  return (
    <div className="mx-auto flex h-full max-w-[28rem] flex-col items-center justify-center gap-4 px-6 text-center">
      <Rosette weave="seal" className="size-14 text-accent" />
      <p className="font-serif text-large">Nothing waits for you.</p>
      <p className="text-muted">Calls that need your signature appear here by themselves, from all your chats.</p>
    </div>
  );
}
