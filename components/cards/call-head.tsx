import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { type CaptionPiece, captionPieces, promptCaption } from "#lib/approvals/prompt-caption.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import { AskedBy } from "#components/cards/parts/asked-by.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { SaidLines } from "#components/cards/parts/said-lines.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  view: ApprovalView;
  subject: SubjectOf<"tool-call">;
  /** What would run: the edited arguments, if any. Null: they cannot be read. */
  args: JsonObject | null;
};

/** The same, with what a tool of the app itself asks in the reader's language; what owners wrote stays as it is. */
function useOwnPrompt(props: Props): Props {
  const reword = useReword();
  const { view, subject } = props;
  if (view.server.id !== ownServerId || subject.prompt === undefined) return props;
  return { ...props, subject: { ...subject, prompt: reword(subject.prompt) } };
}

/** Longer sentences are no heading. Characters. */
const longestHeading = 140;

/** The sentence that the tool's owner wrote, filled in; null where there is none, or it is too long for a heading. */
export function ownerSentence({ view, subject, args }: Props): CaptionPiece[] | null {
  const { prompt, inputSchema } = subject;
  if (prompt === undefined || view.said !== undefined || args === null) return null;
  const pieces = captionPieces(prompt, { toolName: view.tool.name, argumentsJson: JSON.stringify(args), inputSchema });
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return length > 0 && length <= longestHeading ? pieces : null;
}

/** What several calls of one tool ask for, as the heading of their table or line. */
export function CallsHeading({ view, count }: { view: ApprovalView; count: number }) {
  const say = useSay(cardWords);
  return (
    <>
      <CallIcon view={view} />
      {say.rich("callsOfToolOnServer", {
        count,
        tool: <ToolCode name={view.tool.name} />,
        server: <VisibleText text={view.server.title} />,
      })}
    </>
  );
}

function ToolCode({ name }: { name: string }) {
  return (
    <code className="font-mono text-[0.92em] [overflow-wrap:anywhere]">
      <VisibleText text={name} />
    </code>
  );
}

/** What is asked for, as the heading of its card: the owner's sentence, else tool and server. */
export function CallHeading(props: Props) {
  const say = useSay(cardWords);
  const { tool, server, said } = props.view;
  const sentence = ownerSentence(useOwnPrompt(props));
  const icon = <CallIcon view={props.view} />;
  if (sentence !== null) {
    return (
      <>
        {icon}
        <span dir="auto">
          <Pieces pieces={sentence} />
        </span>
      </>
    );
  }
  const name = <ToolCode name={tool.name} />;
  if (said !== undefined) {
    return (
      <>
        {icon}
        {say.rich("letAgentRunName", { agent: <VisibleText text={said.agent} />, name })}
      </>
    );
  }
  return (
    <>
      {icon}
      {say.rich("runNameOnServer", { name, server: <VisibleText text={server.title} /> })}
    </>
  );
}

/** Below the heading: who asks from elsewhere or through agents, and names that may deceive. Empty for most calls. */
export function CallHead(props: Props) {
  const { view } = props;
  return (
    <div className="flex flex-col gap-1.5 px-4 pt-1 empty:hidden sm:px-5">
      <OwnersText {...props} />
      {view.said === undefined ? null : <SaidLines {...view.said} />}
      <AskedBy view={view} />
      {[view.tool.name, view.server.title, view.server.origin].map((name) => (
        <TextWarning key={name} text={name} />
      ))}
    </div>
  );
}

/** Owner's words that are no heading: too long, or of a card from an older release, which kept them filled in. */
function OwnersText({ view, subject, args }: Props) {
  const { prompt, caption, argumentsJson, inputSchema } = subject;
  if (ownerSentence({ view, subject, args }) !== null) return null;
  const call = { toolName: view.tool.name, inputSchema };
  const usual = promptCaption(null, { ...call, argumentsJson });
  const pieces =
    prompt === undefined
      ? [{ kind: "words" as const, text: caption === usual ? "" : caption }]
      : captionPieces(prompt, { ...call, argumentsJson: args === null ? argumentsJson : JSON.stringify(args) });
  if (pieces.every(({ text }) => text === "")) return null;
  return (
    <p dir="auto" className="text-small text-muted [overflow-wrap:anywhere]">
      <Pieces pieces={pieces} />
    </p>
  );
}

/** What the call says is marked as such: it cannot pass for the owner's words. */
function Pieces({ pieces }: { pieces: CaptionPiece[] }) {
  const reword = useReword();
  return pieces.map(({ kind, text }, at) => {
    const shown = <VisibleText text={kind === "missing" ? reword(text) : text} />;
    // The pieces of one sentence never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    if (kind === "words") return <span key={at}>{shown}</span>;
    return (
      <bdi
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        className={`[overflow-wrap:anywhere] ${
          kind === "value" ? "rounded-sm bg-sunk px-1 font-sans text-[0.92em]" : "text-muted italic"
        }`}
      >
        {shown}
      </bdi>
    );
  });
}
