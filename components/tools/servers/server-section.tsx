"use client";

import { alarmsOf } from "#lib/policies/changes/alarms-of.ts";
import { ordersIn } from "#lib/untrusted/orders-in.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { AlarmLines } from "./alarm-lines.tsx";
import { readableText } from "#lib/untrusted/visible-text.ts";
import {
  needsReview,
  type ServerOnPage,
  type SignInOnPage,
  type ToolOnPage,
} from "#lib/policies/changes/tools-page.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { SmallIcon } from "#components/cards/parts/small-icon.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmServer } from "./confirm-server.tsx";
import { ExactCommand } from "./exact-command.tsx";
import { ServerSaid } from "./server-said.tsx";
import { ReviewTools } from "#components/tools/review-tools.tsx";
import { ProgramSignIn, ServerSignIn } from "./server-sign-in.tsx";
import { ServerSwitches } from "./server-switches.tsx";
import { ToolEntry } from "#components/tools/tool-entry.tsx";
import type { Rights } from "#components/tools/rights.ts";
import { type ToolSay, toolWords } from "#components/tools/words.en.ts";

type Props = {
  server: ServerOnPage;
  signIn: SignInOnPage | null;
  shown: readonly ToolOnPage[];
  rights: Rights;
  onChanged: () => void;
  isReviewed: boolean;
  onReview: (reviewed: boolean) => void;
};

/** One server: where it is, how it is, what waits, and its tools. */
export function ServerSection({ server, signIn, shown, rights, onChanged, isReviewed, onReview }: Props) {
  const { id, title, problem, said, floating, confirm, callsItself, instructions, apps, tools, transport } = server;
  const say = useSay(toolWords);
  const reword = useReword();
  // Nothing can be set for an entry that has to be mended in the file first.
  const isUnread = transport.kind === "unknown" && server.source === "mcp.json";
  const refused = tools.filter(({ review }) => review !== "accepted");
  const refusedApps = apps.reviewed.filter(({ review }) => review !== "accepted");
  const waiting = tools.filter(needsReview);
  const waitingApps = refusedApps.filter(needsReview);
  const newWords = instructions !== null && instructions.review !== "accepted" ? instructions : null;
  const isNewWords = newWords !== null && needsReview(newWords);
  const isAllAccepted = refused.length + refusedApps.length === 0 && newWords === null;
  const look = (
    <Button tight onClick={() => onReview(true)}>
      {say(rights.manage ? "review" : "look")}
    </Button>
  );
  const alarms = alarmsOf({
    hasOtherStart: confirm?.why === "changed",
    waiting: [
      ...waiting,
      ...waitingApps,
      ...(newWords === null || !isNewWords ? [] : [{ ...newWords, name: instructionsName }]),
    ].map(({ name, review, definition }) => ({
      name,
      isChanged: review === "changed",
      // What was taken out tells nobody anything any more.
      order: ordersIn(definition.flatMap(({ kind, text }) => (kind === "removed" ? [] : [text])).join("")),
    })),
  });
  return (
    <section aria-labelledby={`server-${id}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={`server-${id}`} tabIndex={-1} className="scroll-mt-6 font-serif text-title wrap-anywhere">
          <VisibleText text={title} />
        </h2>
        <p className="text-small text-muted">{factsOf(say, server)}</p>
      </div>
      {callsItself === null ? null : (
        <p className="flex flex-wrap items-center gap-1.5 text-small text-muted">
          {say.rich("itCallsItself", {
            name: (
              <>
                <SmallIcon icon={callsItself.icon} />
                <VisibleText text={[callsItself.title, callsItself.version].filter(Boolean).join(" ")} />
              </>
            ),
          })}
        </p>
      )}
      {alarms.length === 0 ? null : <AlarmLines title={say("lookAtThisFirst")} alarms={alarms} />}
      <ExactCommand server={server} />
      {problem === null ? null : <p className="text-small wrap-anywhere text-red">{readableText(reword(problem))}</p>}
      {signIn !== null && (server.wantsSignIn || signIn.isSignedIn) ? (
        <ServerSignIn server={server} signIn={signIn} rights={rights} onChanged={onChanged} />
      ) : null}
      {server.signInLink === null ? null : <ProgramSignIn link={server.signInLink} />}
      {said === null ? null : <ServerSaid serverId={id} said={said} />}
      {floating === null ? null : (
        <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 text-small wrap-anywhere">
          {reword(floating)}
        </p>
      )}
      {confirm === null ? null : (
        <ConfirmServer server={server} rights={rights} onChanged={onChanged} onStarted={() => onReview(true)} />
      )}
      {waiting.length + waitingApps.length === 0 && !isNewWords ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-amber bg-amber-soft px-3 py-2">
          <p className="text-small">{waitingWords(say, waiting.length, waitingApps.length, isNewWords)}</p>
          {look}
        </div>
      )}
      {waiting.length + waitingApps.length > 0 || isNewWords || isAllAccepted ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 text-small text-muted">
          <p>{rejectedWords(say, refused.length, refusedApps.length, newWords !== null)}</p>
          {look}
        </div>
      )}
      {transport.kind === "built-in" || !rights.manage || isUnread ? null : (
        <ServerSwitches server={server} rights={rights} onChanged={onChanged} />
      )}
      {shown.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {shown.map((tool) => (
            <ToolEntry key={tool.name} server={server} tool={tool} rights={rights} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {instructions?.review === "accepted" ? (
        <details className="text-small">
          <summary className="w-fit cursor-pointer text-muted">{say("whatItTellsModels")}</summary>
          <p className="mt-2 rounded-sm bg-sunk p-2 wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={instructions.text} />
          </p>
        </details>
      ) : null}
      {isReviewed && !isAllAccepted ? (
        <ReviewTools
          server={server}
          tools={refused}
          apps={refusedApps}
          instructions={newWords}
          mayAccept={rights.manage}
          onChanged={onChanged}
          onClose={() => onReview(false)}
        />
      ) : null}
    </section>
  );
}

function waitingWords(say: ToolSay, tools: number, apps: number, words: boolean): string {
  const said = words ? [say("instructionsNeedReview")] : [];
  if (tools > 0) said.push(say("toolsNeedReview", { tools }));
  if (apps > 0) said.push(say("appsNeedReview", { apps }));
  return said.join(" ");
}

function rejectedWords(say: ToolSay, tools: number, apps: number, words: boolean): string {
  const said = words ? [say("instructionsWereRejected")] : [];
  if (tools > 0) said.push(say("toolsWereRejected", { tools }));
  if (apps > 0) said.push(say("appsWereRejected", { apps }));
  return said.join(" ");
}

function factsOf(say: ToolSay, { source, state, status, era, trusted, transport }: ServerOnPage): string {
  if (transport.kind === "built-in") return say("partOfThisApp");
  const isOfFile = source === "mcp.json";
  const facts =
    transport.kind === "unknown"
      ? [say("serverStatus", { status: "waiting" }), say(isOfFile ? "leftOutOfMcpJson" : "addedInTheApp")]
      : [
          say("serverStatus", { status: state === "disabled" ? "off" : status }),
          ...(era === null ? [] : [say("era", { era })]),
          say(isOfFile ? "fromMcpJson" : "addedInTheApp"),
          say("trustedOrNot", { trusted: trusted.inForce ? "yes" : "no" }),
        ];
  return facts.join(" · ");
}
