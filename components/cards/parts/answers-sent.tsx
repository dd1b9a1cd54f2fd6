import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { FormField } from "#lib/elicitation/form.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { type CardSay, cardWords } from "#components/cards/words.en.ts";

/** What a person answered to a server's form, in the order in which it asked. */
export function AnswersSent({ fields, content }: { fields: FormField[]; content: JsonObject }) {
  const say = useSay(cardWords);
  return (
    <dl className="flex flex-col divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt dir="auto" className="min-w-0 text-muted [overflow-wrap:anywhere]">
            <VisibleText text={field.title} />
          </dt>
          <dd dir="auto" className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {Object.hasOwn(content, field.name) ? (
              <VisibleText text={wordsOf(field, content[field.name] ?? null, say)} />
            ) : (
              <span className="text-muted italic">{say("notAnsweredAside")}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An option by its title, as the person saw it. */
function wordsOf(field: FormField, value: JsonValue, say: CardSay): string {
  if (Array.isArray(value))
    return value.length === 0 ? say("none") : value.map((each) => wordsOf(field, each, say)).join(", ");
  const options = field.kind === "choice" || field.kind === "choices" ? field.options : [];
  const yesOrNo = value === true ? say("yes") : value === false ? say("no") : null;
  const words = yesOrNo ?? (typeof value === "string" ? value : JSON.stringify(value));
  return options.find((option) => option.value === value)?.title ?? words;
}
