import { ScrollArea } from "#components/ui/scroll-area.tsx";

/** A text of a call under its name. */
export function CallDetail({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-fine text-muted">{label}</p>
      <ScrollArea label={label} className="max-h-72 rounded-sm bg-sunk">
        <pre dir="ltr" className="p-2 font-mono text-fine whitespace-pre-wrap [unicode-bidi:isolate]">
          {text === "" ? "nothing" : text}
        </pre>
      </ScrollArea>
    </div>
  );
}
