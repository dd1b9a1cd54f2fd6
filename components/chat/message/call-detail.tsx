import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** A text of a call under its name. */
export function CallDetail({ label, text }: { label: string; text: string }) {
  const say = useSay(chatWords);
  return (
    <div>
      <p className="mb-1 text-fine text-muted">{label}</p>
      <ScrollArea label={label} className="max-h-72 rounded-sm bg-sunk">
        <pre dir="ltr" className="p-2 font-mono text-fine whitespace-pre-wrap [unicode-bidi:isolate]">
          {text === "" ? say("nothing") : text}
        </pre>
      </ScrollArea>
    </div>
  );
}
