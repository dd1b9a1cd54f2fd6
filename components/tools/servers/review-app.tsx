import type { ReactNode } from "react";
import type { AppOnPage } from "#lib/policies/changes/tools-page.ts";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { Definition } from "#components/tools/review-entry.tsx";

/** An app as it is reviewed: what it may reach first, and all that it says of itself. */
export function ReviewApp({ app, actions }: { app: AppOnPage; actions: ReactNode }) {
  const { name, review, reach, definition } = app;
  const { connect, resources, leftOut } = reach;
  return (
    <li className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium wrap-anywhere">
          App <VisibleText text={name} />
        </h3>
        {actions}
      </div>
      <p className="text-small text-muted">
        {{ new: "New", changed: "Changed", rejected: "Rejected", accepted: "Accepted" }[review]}
      </p>
      <ul className="flex flex-col gap-1 text-small">
        <Reach words="It sends to" none="It sends nothing to the network." hosts={connect} />
        <Reach words="It loads from" none="It loads nothing from the network." hosts={resources} />
        <Reach words="It asks for, and does not get" none={null} hosts={leftOut} />
      </ul>
      <TextWarning text={definition.map(({ text }) => text).join("")} />
      <Definition label={`Definition of ${name}`} pieces={definition} />
    </li>
  );
}

function Reach({ words, none, hosts }: { words: string; none: string | null; hosts: readonly string[] }) {
  if (hosts.length === 0) return none === null ? null : <li>{none}</li>;
  return (
    <li className="wrap-anywhere">
      {words} <VisibleText text={hosts.join(", ")} />.
    </li>
  );
}
