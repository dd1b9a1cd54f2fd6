import type { ReactNode } from "react";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import { argumentRows, itemSchema } from "./argument-rows.ts";
import { saysTheSame } from "#components/cards/parts/says-the-same.ts";
import { ProvenanceLine } from "./provenance-line.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";

type Props = { value: JsonValue; schema: JsonObject; label: string; expanded: boolean; depth: number };

/** Deeper than this, a narrow screen has no room left for another indent. */
const deepestIndent = 3;

/** One value in full, whatever it is: text as text, lists numbered, objects as rows of their own. */
export function ArgumentValue({ value, schema, label, expanded, depth }: Props): ReactNode {
  if (typeof value === "string") return <TextValue text={value} label={label} expanded={expanded} />;
  if (Array.isArray(value)) {
    if (value.length === 0) return <Aside>empty list</Aside>;
    return (
      <ol className="flex flex-col gap-1">
        {value.map((item, index) => (
          // A list of arguments never changes its order while it is shown.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={depth < deepestIndent ? "flex gap-2" : ""}>
            <span className="shrink-0 text-fine leading-5 text-muted tabular-nums">{index + 1}.</span>
            <div className="min-w-0 grow">
              <ArgumentValue
                value={item}
                schema={itemSchema(schema)}
                label={`${label} ${index + 1}`}
                expanded={expanded}
                depth={depth + 1}
              />
            </div>
          </li>
        ))}
      </ol>
    );
  }
  if (isJsonObject(value)) return <ArgumentRows value={value} schema={schema} expanded={expanded} depth={depth + 1} />;
  return <code className="font-mono">{String(value)}</code>;
}

type RowsProps = Omit<Props, "label"> & { value: JsonObject; provenance?: FieldProvenance[] };

/** One row per field, with the schema's title and the real key. */
export function ArgumentRows({ value, schema, expanded, depth, provenance = [] }: RowsProps) {
  const rows = argumentRows(value, schema);
  if (rows.length === 0) return <Aside>{depth === 0 ? "No arguments." : "empty"}</Aside>;
  const indent = depth > 0 && depth <= deepestIndent ? "border-s-2 border-line ps-3" : "";
  return (
    <dl className={`flex flex-col ${depth === 0 ? "divide-y divide-line" : "gap-1"} ${indent}`}>
      {rows.map((row) => (
        <div
          key={row.key}
          className={
            depth === 0
              ? "grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]"
              : "flex flex-wrap gap-x-3 gap-y-0.5"
          }
        >
          <dt className="min-w-0 text-small">
            {row.title === null ? null : (
              <span className="font-semibold">
                <VisibleText text={row.title} />
              </span>
            )}{" "}
            {row.title !== null && saysTheSame(row.title, row.key) ? null : (
              <code className="font-mono text-fine leading-5 text-muted">
                <VisibleText text={row.key} />
              </code>
            )}
            <TextWarning text={row.key} />
          </dt>
          <dd className={`min-w-0 text-small ${depth === 0 ? "" : "grow basis-40"}`}>
            <ArgumentValue value={row.value} schema={row.schema} label={row.key} expanded={expanded} depth={depth} />
            {provenance
              .filter(({ field }) => field === row.key)
              .map(({ field, from }) => (
                <ProvenanceLine key={field} from={from} />
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Text that looks like a number, a boolean or nothing is drawn in quotes. */
const looksLikeJson = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function TextValue({ text, label, expanded }: { text: string; label: string; expanded: boolean }) {
  if (text === "") return <Aside>empty text</Aside>;
  return (
    <>
      <ScrollBox label={label} expanded={expanded}>
        <div
          dir="ltr"
          className="font-mono text-small leading-5 break-words whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]"
        >
          {looksLikeJson.test(text) ? `"${text}"` : <VisibleText text={text} />}
        </div>
      </ScrollBox>
      <TextWarning text={text} />
    </>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="text-small text-muted italic">{children}</span>;
}
