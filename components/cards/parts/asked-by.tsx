import { AppWindow, Bot } from "lucide-react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Who asks, where that is not the chat's own model: agents between the chat and the call, or an app. */
export function AskedBy({ view: { agents = [], byApp, server } }: { view: ApprovalView }) {
  return (
    <>
      <AgentPath agents={agents} />
      {byApp === true ? <ByApp server={server.title} /> : null}
    </>
  );
}

function AgentPath({ agents }: { agents: readonly string[] }) {
  const say = useSay(cardWords);
  if (agents.length === 0) return null;
  return (
    <p className="flex gap-x-2 text-small text-muted">
      <Bot aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {say.rich("askedByTheAgentName", {
          name: agents.map((name, depth) => (
            <span key={name}>
              {depth === 0 ? null : <span aria-label={say("andBelowIt")}> › </span>}
              <span className="font-semibold text-ink">
                <VisibleText text={name} />
              </span>
            </span>
          )),
        })}
      </span>
    </p>
  );
}

function ByApp({ server }: { server: string }) {
  const say = useSay(cardWords);
  return (
    <p className="flex gap-x-2 text-small text-muted">
      <AppWindow aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {say.rich("askedByTheAppOf", {
          server: (
            <span className="font-semibold text-ink">
              <VisibleText text={server} />
            </span>
          ),
        })}
      </span>
    </p>
  );
}
