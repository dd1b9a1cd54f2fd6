import { shownPieces, type ToolOutput } from "#lib/results/tool-output.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { CallDetail } from "./call-detail.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** What a tool said, in words. Its pictures and sounds stand where nothing needs to be unfolded. */
export function CallResult({ output }: { output: ToolOutput }) {
  const say = useSay(chatWords);
  const reword = useReword();
  const pieces = shownPieces(output);
  const texts = pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));
  const data = pieces.find((piece) => piece.kind === "data");
  return (
    <>
      {texts.length > 0 || pieces.length === 0 ? (
        <CallDetail label={say("result")} text={readableText(texts.join("\n"))} />
      ) : null}
      {data === undefined ? null : (
        <CallDetail label={say("structuredResult")} text={readableText(JSON.stringify(data.value, null, 2))} />
      )}
      {output.mismatch === undefined ? null : (
        <p dir="auto" className="text-amber [overflow-wrap:anywhere]">
          {readableText(reword(output.mismatch))}
        </p>
      )}
    </>
  );
}
