import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { saysTheSame } from "./says-the-same.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Where the call goes, and whether the owner trusts that server, unless a chip says that. The heading names it. */
export function ServerLine({ server, trustSaid = false }: { server: ApprovalView["server"]; trustSaid?: boolean }) {
  const say = useSay(cardWords);
  const Icon = server.trusted ? ShieldCheck : ShieldAlert;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
      {saysTheSame(server.title, server.id) ? null : (
        <>
          <span className="font-mono text-fine">
            <VisibleText text={server.id} />
          </span>
          <span aria-hidden="true">·</span>
        </>
      )}
      <span className="min-w-0 font-mono text-fine [overflow-wrap:anywhere]">
        <VisibleText text={server.origin} />
      </span>
      {trustSaid ? null : (
        <span
          className={`inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-fine font-semibold ${
            server.trusted ? "border-green text-green" : "border-amber text-amber"
          }`}
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {server.trusted ? say("trustedServer") : say("serverNotTrusted")}
        </span>
      )}
    </p>
  );
}
