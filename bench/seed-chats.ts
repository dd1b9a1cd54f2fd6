import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { hashOf, newToken, sessionCookie } from "#lib/server/http/session-cookie.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { insertMessage } from "#lib/store/chats/messages.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";

export type SeededData = { dataDir: string; token: string; close: () => Promise<void> };

/** A data directory with a signed-in person and these chats, each with the same history. */
export async function seedChats(chatIds: readonly string[], history: readonly ChatMessage[]): Promise<SeededData> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const dataDir = path.join(home, "data");
  await mkdir(dataDir);
  const database = await openSeeded(dataDir);
  const token = newToken();
  const person = { id: "bench", name: "You" };
  await claimInstance(database, { tokenHash: hashOf(token), person });
  for (const id of chatIds) {
    await inTransaction(database, async (trx) => {
      await insertChat(database, trx, { id, person_id: person.id, title: "Bench" });
      for (const [seq, message] of history.entries()) {
        await insertMessage(database, trx, { chatId: id, runId: null, seq: seq + 1 }, message);
      }
    });
  }
  await database.close();
  return { dataDir, token, close: () => rm(home, { recursive: true, force: true }) };
}

/** The store of a data directory; the caller closes it. */
export async function openSeeded(dataDir: string): Promise<Database> {
  const database = await openStore(
    { dataDir, databaseUrl: null },
    logger("silent", () => {}),
  );
  if ("problem" in database) throw new Error(database.problem);
  return database;
}

/** The Cookie header of a browser that holds the token. */
export function cookieOf(token: string, origin: string): string {
  const cookie = sessionCookie(token, { port: Number(new URL(origin).port), userAgent: null });
  return cookie.slice(0, cookie.indexOf(";"));
}

/** A chat as people have them: short questions, longer answers with markup, every fifth of them after a tool call. */
export function history(length: number): ChatMessage[] {
  return Array.from({ length }, (_, index): ChatMessage => {
    const id = `seeded-${index}`;
    if (index % 2 === 0) {
      const text = `Question ${index}: what changed in the invoices of last month, and who has to look at them before Friday?`;
      return { id, role: "user", parts: [{ type: "text", text }] };
    }
    const text = `## Answer ${index}\n\n${"The totals of **four invoices** changed after the exchange rate was corrected. ".repeat(7)}`;
    const call = {
      type: "dynamic-tool" as const,
      toolName: "workspace__read_file",
      toolCallId: `call-${index}`,
      state: "output-available" as const,
      input: { path: "invoices.csv" },
      output: {
        content: [{ type: "text", text: "number,total\n".repeat(20) }],
        structuredContent: null,
        isError: false,
        remark: null,
      },
    };
    const step = { type: "step-start" as const };
    const parts: ChatMessage["parts"] = [step, { type: "text", text, state: "done" }];
    return { id, role: "assistant", parts: index % 10 === 9 ? [step, call, ...parts] : parts };
  });
}
