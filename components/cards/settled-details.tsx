import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { ownValue, readArguments } from "#lib/approvals/argument-rows.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { ArgumentsAndJson, ArgumentsView } from "#components/cards/arguments/arguments-view.tsx";
import { LinkAddress } from "#components/cards/elicitation/link-address.tsx";
import { AnswersSent } from "#components/cards/parts/answers-sent.tsx";
import { Serial } from "#components/cards/parts/card-frame.tsx";
import { SaidLines } from "#components/cards/parts/said-lines.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { WhyAsked } from "#components/cards/parts/why-asked.tsx";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay, useSpeech } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** What there is to read of a settled approval. */
export function SettledDetails({ view }: { view: ApprovalView }) {
  const say = useSay(cardWords);
  const reword = useReword();
  const { subject, decision, server, said } = view;
  const edited = decision?.editedArgumentsJson ?? null;
  return (
    <div className="flex flex-col gap-3">
      {said === undefined ? <ServerLine server={server} /> : <SaidLines {...said} />}
      {subject.kind === "tool-call" ? (
        <>
          <WhyAsked subject={subject} label={say("whyYouWereAsked")} />
          {edited === null ? (
            <ArgumentsAndJson {...subject} expanded={false} />
          ) : (
            <>
              <div>
                <p className="font-semibold">{say("withTheEdits")}</p>
                <ArgumentsAndJson argumentsJson={edited} inputSchema={subject.inputSchema} expanded={false} />
              </div>
              <Replaced subject={subject} edited={edited} />
            </>
          )}
        </>
      ) : (
        <>
          <div>
            <p className="font-semibold">{say("itAsked")}</p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              <VisibleText text={subject.kind === "sign-in" ? reword(subject.message) : subject.message} />
            </p>
          </div>
          {subject.kind === "form" && decision?.content !== undefined ? (
            <div>
              <p className="mb-1 font-semibold">{say("answersSent")}</p>
              <AnswersSent fields={subject.fields} content={decision.content} />
            </div>
          ) : null}
        </>
      )}
      {subject.kind === "link" ? <SettledLink url={subject.url} opened={view.status === "accepted"} /> : null}
      <p className="flex flex-wrap justify-between gap-x-4 text-fine text-muted">
        <span>{say.rich("askedAtRequestedat", { requestedAt: <ClockTime at={view.requestedAt} /> })}</span>
        <Serial digest={view.digest} />
      </p>
    </div>
  );
}

/** What was proposed where the edits differ; all else stands above it already. */
function Replaced({ subject, edited }: { subject: SubjectOf<"tool-call">; edited: string }) {
  const say = useSay(cardWords);
  const [proposed, ran] = [readArguments(subject.argumentsJson), readArguments(edited)];
  if (proposed === null || ran === null) return null;
  const replaced = Object.entries(proposed).filter(([key, value]) => !isSame(value, ownValue(ran, key)));
  const added = Object.keys(ran).filter((key) => !Object.hasOwn(proposed, key));
  if (replaced.length === 0 && added.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">{say("asProposed")}</p>
      {replaced.length === 0 ? null : (
        <ArgumentsView
          argumentsJson={JSON.stringify(Object.fromEntries(replaced))}
          inputSchema={subject.inputSchema}
          expanded={false}
        />
      )}
      {added.map((key) => (
        <p key={key} className="text-muted">
          <code className="font-mono text-fine">
            <VisibleText text={key} />
          </code>{" "}
          <span className="italic">{say("leftOut")}</span>
        </p>
      ))}
    </div>
  );
}

function isSame(one: JsonValue, other: JsonValue | undefined): boolean {
  return other !== undefined && canonicalJson(one) === canonicalJson(other);
}

function SettledLink({ url, opened }: { url: string; opened: boolean }) {
  const speech = useSpeech();
  const say = useSay(cardWords);
  const target = linkTarget(url, speech);
  if ("refused" in target) return <p className="text-muted">{target.refused}</p>;
  return <LinkAddress target={target} says={opened ? say("youOpened") : say("itWantedYouToOpen")} />;
}
