import { shownPieces, type ToolOutput } from "#lib/results/tool-output.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { CallDetail } from "./call-detail.tsx";

/** What a tool said, in words. Its pictures and sounds stand where nothing needs to be unfolded. */
export function CallResult({ output }: { output: ToolOutput }) {
  const pieces = shownPieces(output);
  const texts = pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));
  const data = pieces.find((piece) => piece.kind === "data");
  return (
    <>
      {texts.length > 0 || pieces.length === 0 ? (
        <CallDetail label="Result" text={readableText(texts.join("\n"))} />
      ) : null}
      {data === undefined ? null : (
        <CallDetail label="Structured result" text={readableText(JSON.stringify(data.value, null, 2))} />
      )}
      {output.mismatch === undefined ? null : (
        <p dir="auto" className="text-amber [overflow-wrap:anywhere]">
          {readableText(output.mismatch)}
        </p>
      )}
    </>
  );
}
