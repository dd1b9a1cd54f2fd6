import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { FormField } from "#lib/elicitation/form.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What a person answered to a server's form, in the order in which it asked. */
export function AnswersSent({ fields, content }: { fields: FormField[]; content: JsonObject }) {
  return (
    <dl className="flex flex-col divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <div key={field.name} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt dir="auto" className="min-w-0 text-muted [overflow-wrap:anywhere]">
            <VisibleText text={field.title} />
          </dt>
          <dd dir="auto" className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {Object.hasOwn(content, field.name) ? (
              <VisibleText text={wordsOf(field, content[field.name] ?? null)} />
            ) : (
              <span className="text-muted italic">not answered</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An option by its title, as the person saw it. */
function wordsOf(field: FormField, value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((each) => wordsOf(field, each)).join(", ");
  const options = field.kind === "choice" || field.kind === "choices" ? field.options : [];
  const yesOrNo = value === true ? "Yes" : value === false ? "No" : null;
  const words = yesOrNo ?? (typeof value === "string" ? value : JSON.stringify(value));
  return options.find((option) => option.value === value)?.title ?? words;
}
