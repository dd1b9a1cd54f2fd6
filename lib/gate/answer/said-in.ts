import type { JsonValue } from "#lib/untrusted/json.ts";
import type { Answer } from "./answer.ts";

/** Everything in an answer that makes it another answer. */
export function saidIn({ action, arguments: edited, content, note, grant, confirm }: Answer): JsonValue {
  const said = { action, arguments: edited ?? null, content: content ?? null, note: note ?? null };
  return {
    ...said,
    ...(grant === undefined ? {} : { grant }),
    ...(confirm === undefined ? {} : { confirm: confirm.trim() }),
  };
}
