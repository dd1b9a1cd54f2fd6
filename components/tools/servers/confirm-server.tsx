"use client";

import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import type { Rights } from "#components/tools/rights.ts";
import { useChange } from "#components/tools/use-change.tsx";

type Props = {
  server: ServerOnPage;
  rights: Rights;
  onChanged: () => void;
  /** A new server starts: what it offers is to be reviewed next. */
  onStarted: () => void;
};

/** A server that starts only after somebody has seen its command, or a file that says less than is in force. */
export function ConfirmServer({ server: { id, confirm, transport }, rights, onChanged, onStarted }: Props) {
  const { change, busy, shown } = useChange(onChanged, reachingIn);
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
      <p className="font-medium">{headlines[why]}</p>
      {formerly === null ? null : (
        <p className="text-small">
          Formerly{" "}
          <span className="font-mono wrap-anywhere">
            <VisibleText text={formerly} />
          </span>
        </p>
      )}
      {loosened.length === 0 ? null : (
        <ul className="list-disc pl-5 text-small">
          {loosened.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              <VisibleText text={sentence} />
            </li>
          ))}
        </ul>
      )}
      {may ? (
        <p>
          <GuardedButton disabled={busy} onClick={() => void confirmed()}>
            {why === "looser" ? "Agree to this" : isProgram ? "Start this program" : "Connect to this address"}
          </GuardedButton>
        </p>
      ) : (
        <p className="text-small">An owner has to look at it.</p>
      )}
      {shown}
    </div>
  );
}

const reachingIn = { title: "Connect into a private network?", yes: "Connect to this address" };

const headlines = {
  looser: "Its entry has changed. Until somebody agrees to what stands below, what was agreed to before counts.",
  new: "This server is new. Check the command or address above, then start it.",
  changed: "What is started has changed. Check the command or address above, then start it.",
  private:
    "This address leads into a private network or to this computer. Nothing is connected before an owner agrees to exactly where.",
};
