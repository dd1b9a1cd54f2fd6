import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonValue } from "#lib/untrusted/json.ts";

/** What a preview was computed from: which tool was read with, how, and what it said. */
export type ReadState = {
  tool: string;
  fingerprint: string;
  argumentsJson: string;
  isError: boolean;
  text: string;
  structured: JsonValue | null;
};

/** Names exactly this state of the world, as far as its server tells it. */
export function stateDigest(state: ReadState): string {
  return `s1:${createHash("sha256")
    .update(canonicalJson({ v: 1, ...state }), "utf8")
    .digest("hex")}`;
}
