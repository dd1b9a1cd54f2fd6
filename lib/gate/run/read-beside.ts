import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { validateArguments } from "#lib/untrusted/validate-arguments.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { OfferedTo, Tool, ToolOutcome, ToolResult } from "#lib/gate/contract/tool.ts";
import { judgementOn } from "#lib/gate/judge/judge-call.ts";
import { toolBeside } from "#lib/gate/judge/preview-setting-of.ts";
import { offeredTool } from "#lib/gate/judge/ready-tool.ts";
import { proposeCall } from "./propose-calls.ts";
import { clearReading } from "./start-call.ts";

/** The call that waits, its tool, and for whom tools are on offer there. */
export type Beside = { call: ToolCallRow; tool: Tool; to: OfferedTo; signal: AbortSignal };

/** Longer is nobody waited for. */
const longestMs = 20_000;

/**
 * Reads with another tool of the same server, for a preview of a call that waits: as whoever made that call, and only
 * where a call of that tool runs without asking anybody. It leaves no call behind, answers nothing, and asks nobody.
 */
export async function readBeside(
  gate: Gate,
  { call: waiting, tool: gated, to, signal: given }: Beside,
  { name, args }: { name: string; args: JsonObject },
): Promise<{ tool: Tool; argumentsJson: string; result: ToolResult } | { problem: string }> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(longestMs)]);
  await gate.catalogue.ready(waiting.server_id, signal);
  if (signal.aborted) return { problem: tooLong };
  if (name === gated.name) return { problem: `${quoted(name)} is the call itself.` };
  const tool = toolBeside(gate.catalogue, gated, name);
  if (tool === undefined) return { problem: `There is no tool ${quoted(name)} on this server now.` };
  const unfit = whyNotForReading(tool);
  if (unfit !== null) return { problem: `${quoted(name)} ${unfit}` };
  const wireName = wireNameOf(gate, tool);
  const wanted = { toolCallId: `preview.${gate.newId()}`, wireName, input: args };
  const { run_id: id, chat_id, person_id } = waiting;
  const proposed = proposeCall({ id, chat_id, person_id }, tool, wanted);
  if ("problem" in proposed) return { problem: `The arguments do not suit ${quoted(name)}: ${proposed.problem}.` };
  const call = { ...waiting, ...proposed, effective_json: proposed.arguments_json, grant_json: null };
  if ("missing" in offeredTool(gate, call, to)) return { problem: `${quoted(name)} is not offered here.` };
  const checked = validateArguments(tool.inputSchema, storedArguments(call.effective_json));
  if ("errors" in checked) return { problem: `The arguments do not fit the schema of ${quoted(name)}.` };
  const judged = await judgementOn(gate, call, tool, storedArguments(call.effective_json));
  const { verdict, reason } = judged.verdict;
  if (verdict !== "allow")
    return { problem: `${quoted(name)} ${verdict === "ask" ? "would ask somebody" : "is refused"}: ${reason}` };
  // A reading is no call, so no rule would count it.
  if (judged.again !== null) return { problem: `A rule counts the calls of ${quoted(name)}.` };
  const clearance = await clearReading(gate, to, { waiting, call, judged });
  if (clearance === null) return { problem: "What is in force here has just changed. Try again." };
  const outcome = await tool
    .call({
      clearance,
      callId: call.id,
      idempotencyKey: null,
      personId: call.person_id,
      arguments: storedArguments(call.effective_json),
      resumption: null,
      signal,
      mayStillGo: () => isStillAllowed(gate, call, tool),
      keepTask: ({ id }) => {
        void tool.cancelTask?.({ id, personId: call.person_id });
        return Promise.reject(new Error("A preview waits for no task."));
      },
      elicit: () => Promise.reject(new Error("A preview asks nobody.")),
      onProgress: () => {},
    })
    .catch((error: unknown): ToolOutcome => {
      gate.log.warn("preview.not-read", { callId: waiting.id, error });
      return { kind: "unknown", message: "It failed." };
    });
  if (outcome.kind === "result") return { tool, argumentsJson: call.effective_json, result: outcome.result };
  return { problem: signal.aborted ? tooLong : whyNoResult(outcome) };
}

const tooLong = `It took longer than ${longestMs / 1000} seconds.`;

/** null where its owner, or the owner's trust in its server, says that it only reads, and it never asks. */
function whyNotForReading({ annotations, flag, server, worker }: Tool): string | null {
  if (annotations.readOnlyHint !== true || worker !== undefined)
    return "is not used: its server does not say that it only reads.";
  if (flag === "always") return "is not used: it asks every time.";
  return server.trusted || flag === "never" ? null : "is not used: nobody here vouches that it only reads.";
}

async function isStillAllowed(gate: Gate, call: ToolCallRow, tool: Tool): Promise<boolean> {
  try {
    const { verdict } = (await judgementOn(gate, call, tool, storedArguments(call.effective_json))).verdict;
    return verdict === "allow";
  } catch {
    // What cannot be looked up may not go.
    return false;
  }
}

function wireNameOf({ catalogue }: Gate, tool: Tool): string {
  for (const [name, each] of catalogue.tools()) if (each === tool) return name;
  throw new Error(`The tool ${tool.name} has no name of its own.`);
}

function whyNoResult(outcome: Exclude<ToolOutcome, { kind: "result" }>): string {
  switch (outcome.kind) {
    case "input-required":
    case "links-first":
      return "Its server asked a question, and a preview asks nobody.";
    case "sign-in-first":
      return "Its server wants a sign-in first.";
    case "not-sent":
    case "unknown":
      return `No answer came: “${outcome.message}”`;
    case "released":
      return "Somebody else would have to run it.";
  }
}

function quoted(name: string): string {
  return `“${name}”`;
}
