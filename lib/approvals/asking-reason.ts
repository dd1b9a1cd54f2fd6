import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";

/** One rule or policy that wants a person, and why. */
export type AskingReason = { ruleId: string; reason: string };

type Asked = AskingReason & { metadata?: JsonObject; also?: readonly AskingReason[] };

/** Of the reasons that ask for these arguments, those that the person who answers was not shown. */
export function unshownReasons(asks: readonly AskingReason[], shown: Asked): AskingReason[] {
  const known = [shown, ...(shown.also ?? [])];
  return asks.filter((one) => !known.some((each) => each.ruleId === one.ruleId && each.reason === one.reason));
}

/** All reasons to ask about a call but the one that its verdict names. */
export function alsoAsking({ metadata = {} }: { metadata?: JsonObject }): AskingReason[] {
  const also = Object.hasOwn(metadata, "also") ? metadata["also"] : [];
  return Array.isArray(also) ? also.flatMap(reasonIn) : [];
}

function reasonIn(value: JsonValue): AskingReason[] {
  if (!isJsonObject(value)) return [];
  const { ruleId, reason } = value;
  return typeof ruleId === "string" && typeof reason === "string" ? [{ ruleId, reason }] : [];
}
