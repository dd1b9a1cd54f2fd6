import type { LinkTarget } from "#lib/elicitation/link-target.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** The whole address that would be opened, its host apart; nothing here can be clicked (M4). */
export function LinkAddress({ target, says }: { target: Exclude<LinkTarget, { refused: string }>; says: string }) {
  return (
    <div className="border-y border-line py-2.5">
      <p className="text-small text-muted">{says}</p>
      <p dir="ltr" className="font-mono text-small [overflow-wrap:anywhere] [unicode-bidi:isolate]">
        {target.beforeHost}
        <strong className="text-base">{target.host}</strong>
        <VisibleText text={target.afterHost} />
      </p>
      {target.warning === null ? null : <p className="mt-1 text-small text-amber">{target.warning}</p>}
    </div>
  );
}

/** Opens a page whose server asked for it, in a tab that knows nothing of this one. Only after a person's yes. */
export function openPage(target: { url: string }): void {
  window.open(target.url, "_blank", "noopener,noreferrer");
}
