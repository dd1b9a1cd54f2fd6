import type { PreviewShown } from "#lib/approvals/preview/preview.ts";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** A mail or a page as its reader would get it, in plain text: no markup, no pictures, nothing that can be pressed. */
export function MailSheet({ kind, headers, body, isHtml, isCut }: Extract<PreviewShown, { headers: unknown }>) {
  const say = useSay(cardWords);
  return (
    <div className="rounded-sm border border-line bg-sheet">
      <dl className="flex flex-col gap-0.5 border-b border-line px-3 py-2 empty:hidden">
        {headers.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">
              <VisibleText text={name} />
            </dt>
            <dd dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
              <VisibleText text={value} />
              <TextWarning text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="px-3 py-2">
        {isHtml ? <p className="mb-1 text-fine text-muted">{say("theWordsOfItsHtml")}</p> : null}
        <ScrollBox label={say(kind === "mail" ? "theMail" : "thePage")} expanded={false}>
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            <VisibleText text={body} />
          </p>
        </ScrollBox>
        <TextWarning text={body} />
        {isCut ? <p className="font-semibold text-amber">{say("theRestOfItIs")}</p> : null}
      </div>
    </div>
  );
}
