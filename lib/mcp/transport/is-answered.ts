import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/** Whether the other side answers a message: true for requests, false for answers and notifications. */
export function isAnswered(message: JSONRPCMessage): boolean {
  return "method" in message && "id" in message;
}
