import type { Resumption, ServerTask } from "./tool.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/**
 * What `tool_calls.resumption_json` holds: how a call goes on that its server interrupted with questions.
 * `requestState` belongs to the server and is a secret of the flow: it never reaches a message or a person.
 */
export type StoredResumption = {
  v: 1;
  /** Counts the server's rounds of questions, from 1. */
  round: number;
  requestState: string | null;
  /** The server takes no answers: after all links were opened the same call is sent again, else it ends. */
  linksFirst?: true;
  /** Answers that did not reach the server, because the person had to sign in to it first. */
  unsent?: Resumption["inputResponses"];
  /** It was started before a crash, and nobody knows what that start did. */
  afterCrash?: true;
  /** Its server works on it as a task. */
  task?: ServerTask;
  /** Our remark for the model, kept for when the call ends. */
  remark: string | null;
};

/** The task that a server makes of the call; null where it makes none. */
export function taskOf(call: ToolCallRow): ServerTask | null {
  return resumptionOf(call)?.task ?? null;
}

export function resumptionOf(call: ToolCallRow): StoredResumption | null {
  if (call.resumption_json === null) return null;
  // Written by the gate alone; the version guards against a later release's shape.
  const stored = JSON.parse(call.resumption_json) as StoredResumption;
  if (stored.v !== 1) throw new Error(`Tool call ${call.id} was written by a later release.`);
  return stored;
}

/**
 * Whether the server took the call on before it asked, or may have before a crash: what fails later does not say that it
 * did not run.
 */
export function hasBegun(call: ToolCallRow): boolean {
  const stored = resumptionOf(call);
  if (stored === null) return false;
  // What waits for a sign-in may have been asked for in an earlier round.
  const { linksFirst = false, requestState, unsent = {}, afterCrash = false, task } = stored;
  return afterCrash || task !== undefined || !linksFirst || requestState !== null || Object.keys(unsent).length > 0;
}
