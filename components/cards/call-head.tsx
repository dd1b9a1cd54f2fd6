import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { AgentPath } from "#components/cards/parts/agent-path.tsx";
import type { SubjectOf } from "#lib/approvals/subjects.ts";
import { EffectChips } from "#components/cards/parts/effect-chips.tsx";
import { SaidLines } from "#components/cards/parts/said-lines.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";

type Props = { view: ApprovalView; subject: SubjectOf<"tool-call"> };

/** What is asked for, as the heading of its card. */
export function CallHeading({ tool, server, said }: ApprovalView) {
  const name = (
    <code className="font-mono text-[0.92em] [overflow-wrap:anywhere]">
      <VisibleText text={tool.name} />
    </code>
  );
  if (said !== undefined) {
    return (
      <>
        Let “<VisibleText text={said.agent} />” run {name}
      </>
    );
  }
  return (
    <>
      Run {name} on <VisibleText text={server.title} />
    </>
  );
}

/** Caption, where the call goes, what it does, and names that may deceive. */
export function CallHead({ view, subject }: Props) {
  return (
    <div className="flex flex-col gap-2 px-4 pt-1 sm:px-5">
      {subject.caption === "" ? null : (
        <p dir="auto" className="text-small text-muted">
          <VisibleText text={subject.caption} />
        </p>
      )}
      {view.said === undefined ? <ServerLine server={view.server} /> : <SaidLines {...view.said} />}
      <AgentPath agents={view.agents ?? []} />
      <EffectChips effects={subject.effects} quotes={subject.provenance !== undefined} />
      {[view.tool.name, view.server.title, view.server.origin].map((name) => (
        <TextWarning key={name} text={name} />
      ))}
    </div>
  );
}
