"use client";

import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import type { Rights } from "#components/tools/rights.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = {
  server: ServerOnPage;
  rights: Rights;
  onChanged: () => void;
  /** A new server starts: what it offers is to be reviewed next. */
  onStarted: () => void;
};

/** A server that starts only after somebody has seen its command, or a file that says less than is in force. */
export function ConfirmServer({ server: { id, confirm, transport }, rights, onChanged, onStarted }: Props) {
  const say = useSay(toolWords);
  const reword = useReword();
  const asking = { title: say("connectIntoPrivate"), yes: say("connectToThisAddress") };
  const { change, busy, shown } = useChange(onChanged, asking);
  if (confirm === null) return null;
  const isProgram = transport.kind === "program";
  const { digest, why, formerly, loosened } = confirm;
  // Changes that loosen, or that change words on cards, also need the right to add programs.
  const may = isProgram || why === "private" || loosened.length > 0 ? rights.programs : rights.manage;
  const confirmed = async () => {
    const isDone = await change({ method: "POST", path: "/api/servers/confirm", body: { id, digest } });
    if (isDone && why === "new") onStarted();
  };
  return (
    <div className="flex flex-col gap-3 rounded-md border border-amber bg-amber-soft px-3 py-3">
      <p className="font-medium">{say(headlines[why])}</p>
      {formerly === null ? null : (
        <p className="text-small">
          {say.rich("formerly", {
            words: (
              <span className="font-mono wrap-anywhere">
                <VisibleText text={formerly} />
              </span>
            ),
          })}
        </p>
      )}
      {loosened.length === 0 ? null : (
        <ul className="list-disc ps-5 text-small">
          {loosened.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              <VisibleText text={reword(sentence)} />
            </li>
          ))}
        </ul>
      )}
      {may ? (
        <p>
          {/* Another command is another button: it waits anew (THREATS E1). */}
          <GuardedButton key={digest} disabled={busy} onClick={() => void confirmed()}>
            {say(why === "looser" ? "agreeToThis" : isProgram ? "startThisProgram" : "connectToThisAddress")}
          </GuardedButton>
        </p>
      ) : (
        <p className="text-small">{say("anOwnerHasToLook")}</p>
      )}
      {shown}
    </div>
  );
}

const headlines = {
  looser: "confirmLooser",
  new: "confirmNew",
  changed: "confirmChanged",
  private: "confirmPrivate",
} as const;
