import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { mixedScript } from "#lib/untrusted/mixed-script.ts";
import { visibleSegments } from "#lib/untrusted/visible-text.ts";

/** Longer values are tedious to type, and nobody compares them letter by letter. */
const longestTyped = 60;

type Aim = {
  toolName: string;
  /** The argument that the owner named in the tool's settings; undefined where none is. */
  argument: string | undefined;
  /** The arguments that would run: the edited ones, if any. */
  args: JsonObject;
};

/**
 * What a person types to approve a call of high risk (THREATS C14): the value of the argument that the owner named, where
 * it can be read and typed; else the tool's name.
 */
export function wordsToType({ toolName, argument, args }: Aim): string {
  const value = argument !== undefined && Object.hasOwn(args, argument) ? args[argument] : undefined;
  const named = typable(value);
  return named ?? typable(toolName) ?? "approve";
}

/**
 * The words must match exactly, capitals included; spaces around them do not count, nor how a keyboard composes
 * accents.
 */
export function isTyped(typed: string, words: string): boolean {
  return typed.trim().normalize("NFC") === words.normalize("NFC");
}

/** A value that can be seen whole and typed as it looks; null for every other. */
function typable(value: JsonValue | undefined): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  if (text === "" || text.length > longestTyped || /\s{2,}|[^\S ]/u.test(text)) return null;
  if (visibleSegments(text).some(({ kind }) => kind !== "plain")) return null;
  return mixedScript(text) === null ? text : null;
}
