import type { ReactNode } from "react";
import type { AppOnPage } from "#lib/policies/changes/tools-page.ts";
import { useSay } from "#components/browser/speech.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { Definition } from "#components/tools/review-entry.tsx";
import { toolWords } from "#components/tools/words.en.ts";

/** An app as it is reviewed: what it may reach first, and all that it says of itself. */
export function ReviewApp({ app, actions }: { app: AppOnPage; actions: ReactNode }) {
  const say = useSay(toolWords);
  const { name, review, reach, definition } = app;
  const { connect, resources, leftOut } = reach;
  return (
    <li className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium wrap-anywhere">{say.rich("appName", { name: <VisibleText text={name} /> })}</h3>
        {actions}
      </div>
      <p className="text-small text-muted">{say("standing", { review })}</p>
      <ul className="flex flex-col gap-1 text-small">
        <Reach words="itSendsTo" none="itSendsNothing" hosts={connect} />
        <Reach words="itLoadsFrom" none="itLoadsNothing" hosts={resources} />
        <Reach words="itAsksForAndDoesNotGet" none={null} hosts={leftOut} />
      </ul>
      <TextWarning text={definition.map(({ text }) => text).join("")} />
      <Definition label={say("definitionOf", { name })} pieces={definition} />
    </li>
  );
}

type ReachProps = {
  words: "itSendsTo" | "itLoadsFrom" | "itAsksForAndDoesNotGet";
  none: "itSendsNothing" | "itLoadsNothing" | null;
  hosts: readonly string[];
};

function Reach({ words, none, hosts }: ReachProps) {
  const say = useSay(toolWords);
  if (hosts.length === 0) return none === null ? null : <li>{say(none)}</li>;
  return <li className="wrap-anywhere">{say.rich(words, { hosts: <VisibleText text={hosts.join(", ")} /> })}</li>;
}
