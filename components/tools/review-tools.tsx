"use client";

import { useState } from "react";
import {
  type AppOnPage,
  type InstructionsOnPage,
  needsReview,
  type ServerOnPage,
  type ToolOnPage,
} from "#lib/policies/changes/tools-page.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Definition, ReviewEntry } from "./review-entry.tsx";
import { ReviewApp } from "#components/tools/servers/review-app.tsx";
import { useChange } from "./use-change.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = {
  server: ServerOnPage;
  /** Those that nobody accepted. */
  tools: ToolOnPage[];
  /** Apps that nobody accepted. */
  apps: readonly AppOnPage[];
  /** What the server says about all of them, where nobody accepted that. */
  instructions: InstructionsOnPage | null;
  mayAccept: boolean;
  onChanged: () => void;
  onClose: () => void;
};

/** A review may have five hundred changed tools; the changes of further ones are folded. */
const mostShown = 10;

type Answer = "accept" | "accept-asking" | "reject";
type Reviewed = Pick<ToolOnPage, "name" | "fingerprint" | "review">;

/** Definitions that nobody accepted yet, in full, with what changed in them (THREATS E1, E5). */
export function ReviewTools({ server, tools, apps, instructions, mayAccept, onChanged, onClose }: Props) {
  const say = useSay(toolWords);
  const { change, busy, shown } = useChange(onChanged);
  const said = instructions === null ? [] : [{ ...instructions, name: instructionsName }];
  const open = [...said, ...tools, ...apps].filter(needsReview);
  // The page follows its servers: what stands here may be another than was read (THREATS E1).
  const [read, setRead] = useState<readonly string[]>(() => [...said, ...tools, ...apps].map(keyOf));
  const [unread, setUnread] = useState<readonly string[]>([]);
  const reading = tools.filter((tool) => needsReview(tool) && saysItReads(tool));
  const answer = async (answered: readonly Reviewed[], what: Answer) => {
    const changed = what === "reject" ? [] : answered.filter((one) => !read.includes(keyOf(one)));
    setUnread(changed.map(({ name }) => name));
    setRead([...read, ...changed.map(keyOf)]);
    if (changed.length > 0) return;
    const isDone = await change({
      method: "POST",
      path: "/api/tools/review",
      body: {
        server: server.id,
        tools: answered.map(({ name, fingerprint }) => ({ tool: name, fingerprint })),
        answer: what,
      },
    });
    if (isDone && open.every(({ name }) => answered.some((each) => each.name === name))) onClose();
  };
  const actions = (one: Reviewed, name: string) =>
    mayAccept ? (
      <span className="flex flex-wrap items-center justify-end gap-2">
        {unread.includes(one.name) ? <span className="text-small text-amber">{say("lookAgain")}</span> : null}
        {one.review === "rejected" ? null : (
          <Button
            tight
            look="quiet"
            disabled={busy}
            aria-label={say("rejectName", { name })}
            onClick={() => void answer([one], "reject")}
          >
            {say("reject")}
          </Button>
        )}
        <GuardedButton
          tight
          isOfMany
          disabled={busy}
          aria-label={say("acceptName", { name })}
          onClick={() => void answer([one], "accept")}
        >
          {say("accept")}
        </GuardedButton>
      </span>
    ) : null;
  return (
    <Dialog
      title={say("reviewTheToolsOf", { server: visibleText(server.title) })}
      className="max-h-[calc(100dvh-2rem)] w-[min(48rem,calc(100vw-2rem))]"
      onClose={onClose}
    >
      <p className="mt-3 text-small text-muted">{say("onceAccepted")}</p>
      {instructions === null ? null : (
        <section aria-label={say("instructions")} className="mt-4 flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">
              {say("instructions")}{" "}
              <span className="text-small font-normal text-muted">
                {say("toldInEveryChat", { review: instructions.review })}
              </span>
            </h3>
            {actions({ ...instructions, name: instructionsName }, say("theInstructions"))}
          </div>
          <Definition label={say("instructions")} pieces={instructions.definition} />
        </section>
      )}
      <ul className="mt-4 flex flex-col gap-4">
        {tools.map((tool, at) => (
          <ReviewEntry key={tool.name} tool={tool} actions={actions(tool, tool.name)} isShown={at < mostShown} />
        ))}
        {apps.map((app) => (
          <ReviewApp key={app.name} app={app} actions={actions(app, app.name)} />
        ))}
      </ul>
      <div className="mt-4">{shown}</div>
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 border-t border-line bg-sheet px-6 py-3">
        <p role="alert" className="basis-full text-small text-amber empty:hidden">
          {unread.length === 0 ? null : say("changedMeanwhile", { count: unread.length })}
        </p>
        <Button look="quiet" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
          {say("close")}
        </Button>
        {mayAccept && open.length > 1 ? (
          <>
            <Button disabled={busy} onClick={() => void answer(open, "reject")}>
              {say("rejectAll")}
            </Button>
            {reading.length === 0 ? null : (
              <GuardedButton disabled={busy} onClick={() => void answer(reading, "accept")}>
                {say("acceptAllReading", {
                  count: reading.length,
                  trusted: server.trusted.inForce ? "yes" : "no",
                })}
              </GuardedButton>
            )}
            <GuardedButton look="primary" disabled={busy} onClick={() => void answer(open, "accept-asking")}>
              {say("acceptAllAsking", { count: open.length })}
            </GuardedButton>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function keyOf({ name, fingerprint }: Reviewed): string {
  return `${fingerprint} ${name}`;
}

/** As far as its server says, which counts for nothing where nobody trusts it: then its tools ask all the same. */
function saysItReads({ hints }: ToolOnPage): boolean {
  const says = (hint: string) => hints.some(({ name, said }) => name === hint && said);
  return says("readOnlyHint") && !says("destructiveHint");
}
