import { sql } from "kysely";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import type { EarlierResult } from "#lib/approvals/provenance.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** Limits: characters of each result and message, and how many of each. */
const most = { ofResult: 32_768, results: 30, ofMessage: 32_768, messages: 30 };

type Result = Pick<ToolCallRow, "wire_name" | "server_id" | "tool_name"> & { result_json: string };

/**
 * The results of the chat's latest calls before this one, its agents' calls included, latest first. A delegation's
 * answer sorts after the results of its own tools, which are the source of its words. Each result is the first part of
 * its stored JSON.
 */
export async function earlierResults({ db }: Database, call: Pick<ToolCallRow, "id" | "chat_id">): Promise<Result[]> {
  const { rows } = await resultsBefore(db, { chatId: call.chat_id, id: call.id });
  const isAgent = ({ server_id }: Result) => server_id === agentsServerId;
  return [...rows.filter((row) => !isAgent(row)), ...rows.filter(isAgent)];
}

const resultsBefore = prepared((db, { chatId, id }: { chatId: string; id: string }) =>
  db
    .selectFrom("tool_calls")
    .select(["wire_name", "server_id", "tool_name"])
    .select(sql<string>`substr(result_json, 1, ${most.ofResult})`.as("result_json"))
    .where("chat_id", "=", chatId)
    .where("id", "!=", id)
    .where("started_at", "is not", null)
    .where("state", "in", ["done", "failed"])
    .where("result_json", "is not", null)
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(most.results),
);

/**
 * The person's own words in the latest messages of the chat, as JSON texts, and what servers say in the resources that
 * were put into them.
 */
export async function saidByPerson(
  { db }: Database,
  chatId: string,
): Promise<{ words: string[]; attached: EarlierResult[] }> {
  const rows = await db
    .selectFrom("messages")
    .select("parts_json")
    .where("chat_id", "=", chatId)
    .where("role", "=", "user")
    .orderBy("seq", "desc")
    .limit(most.messages)
    .execute();
  // Only this app writes it.
  const messages = rows.map(({ parts_json }) => JSON.parse(parts_json) as ChatMessage["parts"]);
  const attached = messages.flat().flatMap((part) => (part.type === "data-resource" ? [part.data] : []));
  return {
    words: messages.map((parts) => {
      const own = parts.filter(({ type }) => type !== "data-resource");
      return JSON.stringify(own).slice(0, most.ofMessage);
    }),
    attached: attached.slice(0, most.results).map(({ name, server, text }) => {
      return { tool: name, server, json: JSON.stringify(text).slice(0, most.ofResult) };
    }),
  };
}
