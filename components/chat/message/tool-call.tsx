import { ChevronRight } from "lucide-react";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import type { ToolOutput } from "#lib/results/tool-output.ts";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import { outcomeWordsIn } from "#lib/policies/outcome-words-in.ts";
import { reasonIn } from "#lib/policies/rule-words-in.ts";
import { isOfRule, type Unasked } from "#lib/verdict/unasked.ts";
import { readArguments } from "#lib/approvals/argument-rows.ts";
import { outcomeWords } from "#lib/approvals/outcome-words.ts";
import type { Speech } from "#lib/words/speech.ts";
import { linksIn, ResourceLinks } from "#components/chat/sources/resource-links.tsx";
import { CallDetail } from "./call-detail.tsx";
import { CallResult } from "./call-result.tsx";
import { ResultFiles } from "./result-files.tsx";
import { callStanding, isOfAgentElsewhere, serverOf, type Call, type CallStanding } from "./segments.ts";
import { ProgressLine } from "./progress-line.tsx";
import { QueuedLine } from "./queued-line.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { type ChatSay, chatWords } from "#components/chat/words.en.ts";

const colours: { [Standing in CallStanding]: string } = {
  preparing: "text-muted",
  waiting: "text-accent",
  "waiting for others": "text-muted",
  queued: "text-muted",
  running: "text-accent",
  done: "text-green",
  failed: "text-red",
  "not completed": "text-muted",
  "not run": "text-muted",
  "not asked": "text-muted",
  unknown: "text-amber",
  interrupted: "text-amber",
  "about to be released": "text-accent",
  released: "text-muted",
  "not released": "text-muted",
};

const words = {
  preparing: "preparing",
  waiting: "waitsForYou",
  "waiting for others": "waitsForOthersHere",
  queued: "waitsForItsServer",
  running: "running",
  done: "done",
  failed: "failed",
  "not completed": "notCompleted",
  "not run": "notRun",
  "not asked": "notAsked",
  unknown: "outcomeUnknown",
  interrupted: "interrupted",
  "about to be released": "aboutToBeReleased",
  released: "released",
  "not released": "notReleased",
} as const satisfies { [Standing in CallStanding]: string };

/** One line of the ledger: which server, which tool, how it stands. Arguments and result unfold. */
export function ToolCall({ call, answering }: { call: Call; answering: boolean }) {
  const say = useSay(chatWords);
  const speech = useSpeech();
  const { part, progress, unasked } = call;
  const standing = callStanding(call, answering);
  const { server, tool } = nameOf(call, say);
  const agents = agentsIn(call);
  // The shape is the agent's own `outputOf`.
  const output = part?.state === "output-available" ? (part.output as ToolOutput) : null;
  const files = output?.files ?? [];
  const links = linksIn(output?.content ?? []);
  const serverId = serverOf(call);
  const isElsewhere = isOfAgentElsewhere(call);
  return (
    <div className={`rounded-md border border-line bg-sheet/60 text-small ${agents.length === 0 ? "" : "ms-4"}`}>
      <details className="group/call">
        <summary className="flex min-h-10 list-none items-center gap-2 rounded-md px-3 hover:bg-sunk pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-3.5 shrink-0 text-muted transition-transform duration-150 group-open/call:rotate-90"
            strokeWidth={1.75}
          />
          <span className="min-w-0 flex-1 truncate">
            {agents.length === 0 ? null : <span className="text-muted">{visibleText(agents.join(" › "))} · </span>}
            <span className="text-muted">{visibleText(server)}</span>
            <span aria-hidden="true" className="mx-1.5 text-line-strong">
              /
            </span>
            <span className="font-mono text-fine">{visibleText(tool)}</span>
            <span className="ms-2 font-mono text-fine text-muted max-sm:hidden">{previewOf(call)}</span>
          </span>
          {isSaidBelow(call, say(words[standing]), speech) ? null : (
            <span className={`shrink-0 ${colours[standing]}`}>{say(words[standing])}</span>
          )}
        </summary>
        <div className="flex flex-col gap-3 border-t border-line px-3 py-3">
          <CallDetail label={say("arguments")} text={visibleText(JSON.stringify(ranWith(call) ?? {}, null, 1))} />
          {output === null || isElsewhere ? null : <CallResult output={output} />}
          {part?.state === "output-error" ? (
            <CallDetail label={say("error")} text={readableText(outcomeWordsIn(speech, part.errorText))} />
          ) : null}
          {unasked === null ? null : (
            <p dir="auto" className="text-fine text-muted">
              {visibleText(say(whyUnasked(unasked, isElsewhere), { reason: reasonIn(speech, unasked) }))}
            </p>
          )}
        </div>
      </details>
      {links.length === 0 || serverId === null ? null : <ResourceLinks links={links} serverId={serverId} />}
      {files.length === 0 ? null : <ResultFiles files={files} tool={visibleText(tool)} />}
      {progress !== null && standing === "running" ? <ProgressLine {...progress} /> : null}
      {progress?.message != null && standing === "queued" ? (
        <QueuedLine progress={progress} message={progress.message} />
      ) : null}
    </div>
  );
}

/** Whether the settled card, which stands under its call, says the same. */
function isSaidBelow({ approvals }: Call, standing: string, speech: Speech): boolean {
  const latest = approvals.at(-1);
  return latest !== undefined && latest.status !== "pending" && outcomeWords(latest, speech).world.includes(standing);
}

/** The beginning of the arguments; all of them unfold, and a card that waits shows them whole. */
function previewOf(call: Call): string {
  const values = Object.values(ranWith(call) ?? {}).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return visibleText(values.join(" ").slice(0, 120));
}

/** The arguments of the call: those of a person's edit, if there was one. */
function ranWith({ part, approvals }: Call): JsonObject | null {
  const edited = approvals.findLast(({ decision }) => decision?.editedArgumentsJson != null)?.decision;
  const proposed = isJsonObject(part?.input) ? part.input : null;
  return edited?.editedArgumentsJson == null ? proposed : readArguments(edited.editedArgumentsJson);
}

/** The agents whose work the call is part of, outermost first. */
function agentsIn({ part, approvals }: Call): string[] {
  const path = isJsonObject(part?.toolMetadata) ? part.toolMetadata["agents"] : approvals[0]?.agents;
  return Array.isArray(path) ? path.filter((name) => typeof name === "string") : [];
}

function whyUnasked(unasked: Unasked, isElsewhere: boolean) {
  if (isElsewhere) return isOfRule(unasked) ? "releasedByRule" : "releasedUnasked";
  return isOfRule(unasked) ? "ranByRule" : "ranUnasked";
}

function nameOf({ part, approvals, toolCallId }: Call, say: ChatSay): { server: string; tool: string } {
  const view = approvals[0];
  if (view !== undefined) return { server: view.server.title, tool: view.tool.name };
  const metadata = part?.toolMetadata;
  if (
    isJsonObject(metadata) &&
    typeof metadata["serverTitle"] === "string" &&
    typeof metadata["toolName"] === "string"
  ) {
    return { server: metadata["serverTitle"], tool: metadata["toolName"] };
  }
  return { server: say("tool"), tool: part?.toolName ?? toolCallId };
}
