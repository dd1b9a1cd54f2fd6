import { frameAddress } from "#lib/apps/frame-policy.ts";
import type { AppView, OpenedApp } from "#lib/apps/app-view.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { filledBlocks } from "#lib/results/empty-blocks.ts";
import { presentMessage } from "#lib/agent/stream/present-message.ts";
import { audiencesOf } from "#lib/gate/ask/audiences.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { parseStoredResult } from "#lib/gate/contract/stored-result.ts";
import { toolAnswer } from "#lib/gateway/tool-answer.ts";
import type { AppDefinition } from "#lib/mcp/definitions/app-definition.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import { partOfCall } from "#lib/server/chats/part-of-call.ts";
import { approvalsOfCalls } from "#lib/store/approvals/approvals.ts";
import { callsOfApp, shownCall } from "#lib/store/calls/app-calls.ts";
import { filesOfChat } from "#lib/store/calls/result-files.ts";
import { chatOf } from "#lib/store/chats/chats.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";

export type AppDeps = { agent: Agent; appOf: McpServers["appOf"] };
/** The call of a person's chat under whose result an app is shown. */
export type OnCall = { personId: string; chatId: string; toolCallId: string };
export type AppRefusal = { refused: "not-found" | "conflict" | "too-many"; message: string };

const mostCalls = 20;
const noApp = "The app is not shown: it is switched off or gone, or waits for a look on the Tools page.";
export const changedApp = "The app changed meanwhile. Load the page again.";

/** What is shown under the result, as its server has it now and somebody accepted it; or why nothing is. */
export async function appOnCall(
  { agent: { gate }, appOf }: AppDeps,
  of: OnCall,
): Promise<{ call: ToolCallRow; app: AppDefinition } | AppRefusal> {
  const { database } = gate;
  const chat = await chatOf(database, of.personId, of.chatId);
  if (chat?.origin !== "chat") return { refused: "not-found", message: "There is no such chat." };
  const call = await shownCall(database, of);
  // An app shows what came of a call of ours; what apps call has no app.
  if (call === undefined || call.state !== "done" || call.app_of !== null)
    return { refused: "conflict", message: noApp };
  const app = await appOf(call.server_id, call.tool_name, of.personId);
  return app === null ? { refused: "conflict", message: noApp } : { call, app };
}

/** The app and what it called. */
export async function viewApp(deps: AppDeps, of: OnCall): Promise<AppView | AppRefusal> {
  const shown = await appOnCall(deps, of);
  if ("refused" in shown) return shown;
  const { database, catalogue } = deps.agent.gate;
  const { rows } = await callsOfApp(database, shown.call.id, mostCalls);
  const calls = rows.toReversed();
  const approvals = await approvalsOfCalls(
    database,
    calls.map(({ id }) => id),
  );
  const audiences = await audiencesOf(database, approvals, of.personId);
  const parts = calls.map((call) => partOfCall(catalogue, call));
  const written: ChatMessage = { id: shown.call.id, role: "assistant", parts };
  const present = presentMessage(written, { calls, approvals, delegations: [], audiences });
  return {
    fingerprint: shown.app.fingerprint,
    calls: { ...written, parts: present.parts.filter(({ type }) => type !== "data-notice") },
  };
}

/** The app with what its frame needs. */
export async function openApp(deps: AppDeps, of: OnCall): Promise<OpenedApp | AppRefusal> {
  const shown = await appOnCall(deps, of);
  if ("refused" in shown) return shown;
  const { call, app } = shown;
  return {
    fingerprint: app.fingerprint,
    html: app.html,
    frame: frameAddress(app.domains),
    input: storedArguments(call.effective_json),
    result: await resultOf(deps.agent.gate, call),
  };
}

/** What came of a call that an app made; null while it has not ended. */
export async function resultForApp(
  deps: AppDeps,
  of: OnCall,
  made: string,
): Promise<{ result: JsonObject | null } | AppRefusal> {
  const shown = await appOnCall(deps, of);
  if ("refused" in shown) return shown;
  const call = await shownCall(deps.agent.gate.database, { ...of, toolCallId: made });
  if (call?.app_of !== shown.call.id) return { refused: "not-found", message: "The app made no such call." };
  return { result: call.result_json === null ? null : await resultOf(deps.agent.gate, call) };
}

/** In MCP's own words, with the binary blocks that are still there. */
async function resultOf({ database }: Gate, { chat_id, result_json }: ToolCallRow): Promise<JsonObject> {
  const stored = parseStoredResult(result_json ?? "");
  const blocks = stored.kind === "result" ? (stored.blocks ?? []) : [];
  const bytes = await filesOfChat(
    database,
    chat_id,
    blocks.map(({ id }) => id),
  );
  // It is made of JSON.
  return toolAnswer(stored, filledBlocks(blocks, bytes)) as unknown as JsonObject;
}
