import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { type ToolSay, toolWords } from "#components/tools/words.en.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";

/**
 * Exactly what is started or called: every word on its own, in full, with hidden characters shown (THREATS E2: commands
 * seen before they run).
 */
export function ExactCommand({ server: { transport } }: { server: Pick<ServerOnPage, "transport"> }) {
  const say = useSay(toolWords);
  const reword = useReword();
  if (transport.kind === "built-in" || transport.kind === "unknown") return null;
  // Of an entry that cannot be read nothing is known.
  if (transport.kind === "program" && transport.command === "") return null;
  const words = transport.kind === "program" ? [transport.command, ...transport.args] : [transport.url];
  const names = transport.kind === "program" ? transport.variables : transport.headers;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap gap-1 font-mono text-small">
        {words.map((word, at) => (
          // The words of one command never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className="rounded-sm bg-sunk px-1.5 py-0.5 wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={word} />
          </span>
        ))}
      </p>
      <p className="text-fine text-muted">
        {[
          whereOf(say, transport),
          ...(names.length === 0
            ? []
            : [say(transport.kind === "program" ? "getsVariables" : "getsHeaders", { names: names.join(", ") })]),
          ...(transport.kind === "address" && transport.signsIn !== undefined
            ? [readableText(reword(transport.signsIn))]
            : []),
        ].join(" ")}
      </p>
    </div>
  );
}

type Started = Extract<ServerOnPage["transport"], { kind: "program" | "address" }>;

function whereOf(say: ToolSay, started: Started): string {
  if (started.kind === "address") {
    const origin = started.origin === "" ? say("theWeb") : started.origin;
    return say(started.isSse ? "anOldAddressOn" : "anAddressOn", { origin });
  }
  return started.folder === null ? say("aProgramHere") : say("aProgramInFolder", { folder: started.folder });
}
