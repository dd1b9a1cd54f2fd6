import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { previewSettingOf } from "#lib/gate/judge/preview-setting-of.ts";
import { readState } from "./read-state.ts";

type Accepted = {
  call: ToolCallRow;
  tool: Tool;
  args: JsonObject;
  /** Digests of what had been read for the previews of those who accepted. */
  bound: readonly string[] | undefined;
};

/**
 * Why an accept does not count for what is there now, in a sentence for its person; null when it does. What cannot be read
 * again is not known to be the same. Between this look and the start somebody may still change it.
 */
export async function whyOutdated(
  gate: Gate,
  run: RunContext,
  { call, tool, args, bound }: Accepted,
): Promise<string | null> {
  if (bound === undefined || bound.length === 0) return null;
  const setting = previewSettingOf(gate.catalogue, tool);
  if (setting === null || !("bind" in setting)) return `${approved} ${gone}`;
  const read = await readState(gate, { call, tool, to: run, signal: run.signal }, { setting, args });
  run.signal.throwIfAborted();
  // Why not may be a server's words, and this sentence is ours.
  if ("problem" in read) return `${approved} ${unread}`;
  return bound.every((digest) => digest === read.digest) ? null : `${approved} ${changed}`;
}

const approved = "This call was approved, and it has not run.";
const changed = "What its preview had read has changed since. Look at the new preview.";
const unread = "What its preview had read could not be read again. Look at the new preview.";
const gone = "Its tool has no preview any more, so nobody knows whether anything changed.";
