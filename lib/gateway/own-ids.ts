import { randomUUID } from "node:crypto";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";

/**
 * Gives the questions on a connected transport ids that no other session uses. The SDK counts from 0 in each session, and
 * a client that goes on after a lost one may bring an answer that belongs to a question of that (S0.60: no answer reaches
 * another question than its own). Such an answer is dropped.
 */
export function ownIds(transport: Transport): void {
  const prefix = `${randomUUID()}/`;
  const send = transport.send.bind(transport);
  const receive = transport.onmessage;
  transport.send = (message, options) => send(renamed(message, prefix), options);
  transport.onmessage = (message, extra) => {
    if ("method" in message) return receive?.(message, extra);
    const { id } = message;
    if (typeof id === "string" && id.startsWith(prefix)) {
      receive?.({ ...message, id: Number(id.slice(prefix.length)) }, extra);
    }
  };
}

function renamed(message: JSONRPCMessage, prefix: string): JSONRPCMessage {
  if (isJSONRPCRequest(message)) return { ...message, id: prefix + message.id };
  if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return message;
  return { ...message, params: { ...message.params, requestId: prefix + String(message.params?.["requestId"]) } };
}
