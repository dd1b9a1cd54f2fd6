import type { DecideInput, DecideResult, ExtendResult } from "#components/cards/parts/card-props.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import type { ChatDetail } from "#lib/chat/chat-summary.ts";
import { ServerBusy, type AttachResult, type ChatServer, type ReadResult, type SendResult } from "./chat-server.ts";
import { refusalIn, refusalOf, request } from "#components/browser/request.ts";
import { readEvents } from "#components/browser/read-events.ts";
import { wait } from "#components/browser/try-again.ts";
import { rewordInTab, sayInTab } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Answers that say an approval is no longer open. */
const settledStatuses = [404, 409, 410];
/** Status codes of a proxy whose process is gone, and of a process whose store is gone. */
const awayStatuses = [502, 503, 504];
/** Pauses before an answer to a card, or Stop, is repeated in case it was lost. */
const repeatAfter = [300, 1_200];
/** The chat server behind our own HTTP API. */
export const httpChatServer: ChatServer = {
  async read(chatId, before): Promise<ReadResult> {
    const earlier = before === undefined ? "" : `?before=${encodeURIComponent(before)}`;
    const response = await request("GET", `/api/chat/${encodeURIComponent(chatId)}${earlier}`);
    if (response.status === 404) return { kind: "missing" };
    if (response.status === 401) return { kind: "signed-out" };
    // Our own server answers 200 with exactly this.
    if (response.ok) return { kind: "chat", chat: (await response.json()) as ChatDetail };
    throw new Error(await refusalOf(response));
  },

  async send(chatId, { id, text, replaces, resources = [], cancelsCards }, signal): Promise<SendResult> {
    const message = { id, text, ...(resources.length > 0 && { resources }) };
    const body = {
      chatId,
      message,
      ...(replaces === undefined ? {} : { replaces }),
      ...(cancelsCards && { cancelsCards }),
    };
    const response = await request("POST", "/api/chat", body, signal);
    if (awayStatuses.includes(response.status)) throw new ServerBusy(await refusalOf(response));
    if (!response.ok) {
      const { cards, detail } = await refusalIn(response);
      if (cards !== undefined) return { kind: "cards-open", cards };
      return { kind: "refused", message: detail ?? sayInTab(uiWords)("serverAnswered", { status: response.status }) };
    }
    if (response.status === 202) return { kind: "queued" };
    const streams = response.headers.get("content-type")?.startsWith("text/event-stream") && response.body;
    return streams ? { kind: "stream", chunks: readEvents<ChatChunk>(streams) } : { kind: "taken" };
  },

  async attach(chatId, signal): Promise<AttachResult> {
    const response = await request("GET", `/api/chat/${encodeURIComponent(chatId)}/stream`, undefined, signal);
    if (response.ok && response.status !== 204 && response.body !== null) {
      return { kind: "stream", chunks: readEvents<ChatChunk>(response.body) };
    }
    if (response.ok || response.status === 404) return { kind: "idle" };
    throw new Error(await refusalOf(response));
  },

  async stop(chatId) {
    const response = await surely(`/api/chat/${encodeURIComponent(chatId)}/stop`, {});
    if (response === null) throw new Error(sayInTab(uiWords)("serverNotReached"));
    if (!response.ok) throw new Error(await refusalOf(response));
  },
  unqueue: (chatId, messageId) =>
    done("DELETE", `/api/chat/${encodeURIComponent(chatId)}/queue/${encodeURIComponent(messageId)}`),
  change: (chatId, change) => done("PATCH", `/api/chat/${encodeURIComponent(chatId)}`, change),

  async decide(approvalId, input: DecideInput): Promise<DecideResult> {
    const response = await surely("/api/chat/elicitation", { approvalId, ...input });
    // The request, or only the answer to it, was lost (THREATS G4).
    if (response === null) return { ok: false, message: sayInTab(uiWords)("notConfirmed") };
    if (response.ok) return { ok: true };
    const { detail, fields, again } = await refusalIn(response);
    const message = detail ?? sayInTab(uiWords)("serverAnswered", { status: response.status });
    const settled = settledStatuses.includes(response.status);
    const marked = fields === undefined ? {} : { fields: listOf(fields) };
    return { ok: false, message, settled, ...marked, ...(again === undefined ? {} : { seen: again.seen }) };
  },

  async extend(approvalId): Promise<ExtendResult> {
    const path = `/api/approvals/${encodeURIComponent(approvalId)}/extend`;
    const response = await request("POST", path, {}).catch(unreachable);
    if (response === null) return { ok: false, message: sayInTab(uiWords)("serverNotReached") };
    return response.ok ? { ok: true } : { ok: false, message: await refusalOf(response) };
  },
};

/** Deletes a chat for good. Throws with the server's words when it refuses. */
export function deleteChat(chatId: string): Promise<void> {
  return done("DELETE", `/api/chat/${encodeURIComponent(chatId)}`);
}

/**
 * Posts a request that counts once however often it arrives. Null when the server could not be reached, again and
 * again.
 */
async function surely(path: string, body: object): Promise<Response | null> {
  for (const pause of [...repeatAfter, null]) {
    const response = await request("POST", path, body).catch(unreachable);
    if (pause === null || (response !== null && !awayStatuses.includes(response.status))) return response;
    await wait(pause);
  }
  return null;
}

async function done(method: string, path: string, body?: unknown): Promise<void> {
  const response = await request(method, path, body);
  if (!response.ok) throw new Error(await refusalOf(response));
}

function listOf(fields: Record<string, string>): FieldProblem[] {
  return Object.entries(fields).map(([path, message]) => ({ path, message: rewordInTab(message) }));
}

function unreachable(error: unknown): null {
  console.error("A request did not reach the server.", error);
  return null;
}
