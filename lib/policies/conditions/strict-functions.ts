import type { Environment } from "@marcbachmann/cel-js";
import { entryOf, hasField, isIn, isSame, kindInWords, mapOf } from "./same-kind.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

/** Upper bound of a number's text: nobody writes longer ones, and reading them takes the cube of their length. */
const mostReadable = 100;

/** Texts that everybody reads as the same number, span or moment. The language also reads "" as 0 and "0X1F" as 31. */
const readable = {
  whole: /^[+-]?\d+$/,
  decimal: /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i,
  span: /^[+-]?(?:(?:\d+(?:\.\d+)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/,
  moment: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
};

/** Adds what `strictSource` writes. None of it can be written by hand: an expression is checked without them first. */
export function addStrictFunctions(cel: Environment): void {
  cel.registerFunction("isSame(dyn, dyn): bool", isSame);
  cel.registerFunction("isIn(dyn, dyn): bool", isIn);
  cel.registerFunction("entryOf(dyn, dyn): dyn", entryOf);
  cel.registerFunction("hasField(dyn, string): bool", hasField);
  cel.registerFunction("mapOf(list): map", mapOf);
  cel.registerFunction("listOf(dyn): list", (value: unknown) => {
    if (Array.isArray(value)) return value;
    throw new ToolApprovalError(`${kindInWords(value)} is no list`);
  });
  cel.registerFunction("noMap(dyn): dyn", (value: unknown) => {
    if (typeof value === "string" || Array.isArray(value) || value instanceof Uint8Array) return value;
    throw new ToolApprovalError(`${kindInWords(value)} has no size`);
  });
  cel.registerFunction("finite(dyn): dyn", (value: unknown) => {
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw new ToolApprovalError("the result is no number");
  });
  for (const [name, pattern] of Object.entries(readable)) {
    cel.registerFunction(`${name}(dyn): dyn`, (value: unknown) => {
      if (typeof value !== "string") return value;
      if (value.length <= mostReadable && pattern.test(value) && isInRange(name, value)) return value;
      throw new ToolApprovalError("a text does not say what it should be read as");
    });
  }
}

function isInRange(name: string, text: string): boolean {
  return name !== "decimal" || Number.isFinite(Number(text));
}
