import type { ReactNode } from "react";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import { type ArgumentRow, argumentRows, itemSchema } from "#lib/approvals/argument-rows.ts";
import { Folded, lengthWords } from "./folded.tsx";
import { saysTheSame } from "#components/cards/parts/says-the-same.ts";
import { ProvenanceLine } from "./provenance-line.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = { value: JsonValue; schema: JsonObject; label: string; expanded: boolean; depth: number };

/** Deeper than this, a narrow screen has no room left for another indent. */
const deepestIndent = 3;

/** One value in full, whatever it is: text as text, lists numbered, objects as rows of their own. */
export function ArgumentValue({ value, schema, label, expanded, depth }: Props): ReactNode {
  const say = useSay(cardWords);
  if (typeof value === "string") return <TextValue text={value} label={label} expanded={expanded} />;
  if (Array.isArray(value)) {
    if (value.length === 0) return <Aside>{say("emptyList")}</Aside>;
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
  const say = useSay(cardWords);
  const rows = argumentRows(value, schema);
  if (rows.length === 0) return <Aside>{depth === 0 ? say("noArguments") : say("empty")}</Aside>;
  const indent = depth > 0 && depth <= deepestIndent ? "border-s-2 border-line ps-3" : "";
  return (
    <dl className={`flex gap-1 ${depth === 0 ? "flex-wrap" : "flex-col"} ${indent}`}>
      {rows.map((row) => {
        const from = provenance.find(({ field }) => field === row.key)?.from;
        const isShort = from === undefined && standsInLine(row.value);
        return (
          <div key={row.key} className={depth > 0 ? "flex flex-wrap gap-x-3 gap-y-0.5" : isShort ? inLine : ownLine}>
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
              <WholeValue row={row} expanded={expanded} depth={depth} />
              {from === undefined ? null : <ProvenanceLine from={from} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Short arguments stand side by side, each within an edge of its own, so that no value looks like another field. */
const inLine = "flex max-w-full flex-wrap items-baseline gap-x-2 rounded-sm border border-line px-2";
const ownLine =
  "grid basis-full gap-x-4 gap-y-0.5 border-t border-line py-1.5 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)]";

/** Longer texts get a line of their own. Characters. */
const longestInLine = 60;

function standsInLine(value: JsonValue): boolean {
  if (typeof value === "string") return value.length <= longestInLine && !value.includes("\n");
  return typeof value !== "object" || value === null;
}

/** A list or an object that is long is folded as a whole; its texts would be one by one. */
function WholeValue({ row, expanded, depth }: { row: ArgumentRow; expanded: boolean; depth: number }) {
  const say = useSay(cardWords);
  const size =
    depth > 0 || expanded || typeof row.value === "string" ? null : lengthWords(JSON.stringify(row.value), say);
  const value = (
    <ArgumentValue value={row.value} schema={row.schema} label={row.key} expanded={expanded} depth={depth} />
  );
  if (size === null) return value;
  return (
    <Folded
      size={Array.isArray(row.value) ? say("itemsAndSize", { items: row.value.length, size }) : size}
      label={row.key}
      start=""
    >
      {value}
    </Folded>
  );
}

/** Text that looks like a number, a boolean or nothing is drawn in quotes. */
const looksLikeJson = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function TextValue({ text, label, expanded }: { text: string; label: string; expanded: boolean }) {
  const say = useSay(cardWords);
  if (text === "") return <Aside>{say("emptyText")}</Aside>;
  const size = expanded ? null : lengthWords(text, say);
  const shown = (
    <ScrollBox label={label} expanded={expanded}>
      <div
        dir="ltr"
        className="font-mono text-small leading-5 break-words whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]"
      >
        {looksLikeJson.test(text) ? `"${text}"` : <VisibleText text={text} />}
      </div>
    </ScrollBox>
  );
  return (
    <>
      {size === null ? (
        shown
      ) : (
        <Folded size={size} label={label} start={text}>
          {shown}
        </Folded>
      )}
      <TextWarning text={text} />
    </>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="text-small text-muted italic">{children}</span>;
}
