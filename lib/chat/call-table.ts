import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { ownValue, propertiesOf, readArguments } from "#lib/approvals/argument-rows.ts";
import { whyAlone } from "#lib/approvals/batch.ts";

/** Fewer calls of one tool are read faster on cards of their own. */
export const leastRows = 3;

/** Calls of one tool as a table: what is the same in all is said once. */
export type CallTable = {
  shared: JsonObject;
  /** Arguments that differ, in the order of the schema. */
  columns: string[];
  rows: { view: ApprovalView; args: JsonObject; odd: ReadonlySet<string> }[];
};

/**
 * What calls must have in common to stand in one table: all that a card says of them but their arguments. Null for a call
 * that is answered on a card of its own, such as one of a higher risk.
 */
export function tableKey(view: ApprovalView): string | null {
  const { subject, server, tool, risk, agents, said } = view;
  if (subject.kind !== "tool-call" || said !== undefined || whyAlone(view) !== null) return null;
  if (subject.provenance !== undefined || readArguments(subject.argumentsJson) === null) return null;
  const { reason, ruleId, also, effects, inputSchema } = subject;
  return JSON.stringify([server, tool, risk, agents ?? [], reason, ruleId, also ?? [], effects, inputSchema]);
}

/** Views must have one `tableKey`. */
export function callTable(views: readonly ApprovalView[]): CallTable {
  const calls = views.map((view) => ({ view, args: argumentsOf(view) }));
  const keys = [...new Set([...schemaKeys(views[0]), ...calls.flatMap(({ args }) => Object.keys(args))])];
  const told = keys.filter((key) => calls.some(({ args }) => Object.hasOwn(args, key)));
  const columns = told.filter((key) => new Set(calls.map(({ args }) => textOf(args, key))).size > 1);
  const first = calls[0]?.args ?? {};
  const shared = told.filter((key) => !columns.includes(key)).map((key) => [key, first[key] ?? null] as const);
  const oddRows = new Map(columns.map((key) => [key, outliers(calls.map(({ args }) => ownValue(args, key)))]));
  return {
    // fromEntries defines own properties, so a key such as __proto__ stays a key.
    shared: Object.fromEntries(shared),
    columns,
    rows: calls.map(({ view, args }, row) => ({
      view,
      args,
      odd: new Set(columns.filter((key) => oddRows.get(key)?.has(row))),
    })),
  };
}

/** Too few values have no usual one. */
const leastValues = 5;
/** How many median deviations a number is away before it is marked. */
const farAway = 6;

/** Which of these values are unlike the others: far away, much longer, missing, or one of few that differ. */
export function outliers(values: readonly (JsonValue | undefined)[]): Set<number> {
  if (values.length < leastValues) return new Set();
  const numbers = values.flatMap((value) => (typeof value === "number" ? [value] : []));
  const places = [...values.keys()];
  if (numbers.length === values.length) {
    const middle = median(numbers);
    const spread = median(numbers.map((number) => Math.abs(number - middle)));
    if (spread > 0) return new Set(places.filter((at) => Math.abs((numbers[at] ?? 0) - middle) > farAway * spread));
  }
  const texts = values.map((value) => (value === undefined ? "" : canonicalJson(value)));
  const usual = median(texts.map(({ length }) => length));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most = "", times = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const isCommon = times >= values.length * 0.8;
  const isLong = (text: string) => text.length > Math.max(usual * 4, usual + 40);
  const isMissing = (at: number) => values[at] === undefined && texts.filter((text) => text === "").length <= 1;
  return new Set(
    places.filter((at) => {
      const text = texts[at] ?? "";
      return (isCommon && text !== most) || isLong(text) || isMissing(at);
    }),
  );
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function textOf(args: JsonObject, key: string): string | null {
  const value = ownValue(args, key);
  return value === undefined ? null : canonicalJson(value);
}

function schemaKeys(view: ApprovalView | undefined): string[] {
  if (view?.subject.kind !== "tool-call") return [];
  return Object.keys(propertiesOf(view.subject.inputSchema));
}

/** What ran, or would: the arguments of a person's edit, if there was one. */
function argumentsOf({ subject, decision }: ApprovalView): JsonObject {
  const proposed = subject.kind === "tool-call" ? subject.argumentsJson : "{}";
  return readArguments(decision?.editedArgumentsJson ?? proposed) ?? {};
}
