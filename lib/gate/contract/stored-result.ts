import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import type { EmptyBlock } from "#lib/results/empty-blocks.ts";
import type { ResultFile } from "#lib/results/result-file.ts";
import { resultWords } from "#lib/results/tool-output.ts";
import type { ToolResult } from "./tool.ts";

/** What `tool_calls.result_json` holds: what became of a call, and what the model is told. */
export type StoredResult =
  /**
   * The server's own result, unchanged. `remark` is ours: that a person edited the arguments. `aside`: it has binary
   * blocks, which are stored apart; `files` are those of them that its chat shows, `blocks` those that an app gets.
   */
  | {
      v: 1;
      kind: "result";
      result: Omit<ToolResult, "whole">;
      remark: string | null;
      aside?: true;
      files?: ResultFile[];
      blocks?: EmptyBlock[];
    }
  /**
   * Not run. `text` is for the model; `asked` says whether a person was asked first; `responded`, that they
   * answered in the tool's place.
   */
  | { v: 1; kind: "refusal"; text: string; asked: boolean; responded?: true; notice?: Notice }
  /** Nobody knows whether it ran. */
  | { v: 1; kind: "unknown"; text: string; notice?: Notice };

/** What the person is told in the thread, once for all calls of the run that carry it. */
export function noticeOfResult(stored: StoredResult): Notice | null {
  return stored.kind === "result" ? null : (stored.notice ?? null);
}

/** The result of a call that was not run. */
export function refusal(text: string, asked: boolean): Extract<StoredResult, { kind: "refusal" }> {
  return { v: 1, kind: "refusal", text, asked };
}

/** The result of a call of which nobody knows whether it ran. */
export function unknownResult(problem: string): Extract<StoredResult, { kind: "unknown" }> {
  return { v: 1, kind: "unknown", text: messageToModel({ kind: "unknown", problem }) };
}

export function parseStoredResult(json: string): StoredResult {
  // Written by the gate alone; the version guards against a later release's shape.
  const value = JSON.parse(json) as StoredResult;
  if (value.v !== 1) throw new Error("This stored result was written by a later release.");
  return value;
}

/** What the model is told of a settled call, as text. */
export function resultText(stored: StoredResult): string {
  return stored.kind === "result" ? resultWords({ ...stored.result, remark: stored.remark }) : stored.text;
}
