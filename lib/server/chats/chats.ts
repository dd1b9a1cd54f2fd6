import type { ChatDetail, ChatSummary } from "#lib/chat/chat-summary.ts";
import type { ChatTools } from "#lib/chat/chat-tools.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { CardsWait } from "#lib/agent/runs/close-run.ts";
import { messageSoFar } from "#lib/agent/follow/message-so-far.ts";
import { type LimitReached, OverLimit } from "#lib/agent/hot/person-limits.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { stopRuns } from "#lib/agent/runs/stop-runs.ts";
import { refuseOneMoreChat } from "#lib/agent/runs/count-message.ts";
import { refusesAll } from "#lib/policies/parts-of-policy.ts";
import type { MediaType } from "#lib/results/media-type.ts";
import { record } from "#lib/store/audit/record.ts";
import { fileOf } from "#lib/store/calls/result-files.ts";
import {
  chatOf,
  chatSummaries,
  deleteChat,
  holdChat,
  insertChat,
  touchChat,
  updateChat,
} from "#lib/store/chats/chats.ts";
import { inTransaction, isConflict } from "#lib/store/engine/database.ts";
import { showsNewChats } from "#lib/store/people/new-chats.ts";
import { endGrantsOfChat } from "#lib/store/approvals/end-grants.ts";
import { messageOf, newestOf, readHistory } from "#lib/store/chats/messages.ts";
import { clearQueue, queuedMessages, unqueueMessage } from "#lib/store/chats/queued-messages.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import { liveRuns } from "#lib/store/runs/runs.ts";
import { toolNamesAsJson, toolNamesIn } from "#lib/store/schema/tool-names.ts";
import { weightOf } from "#lib/untrusted/weight-of.ts";
import { chatTools } from "./chat-tools.ts";
import { recordShown, showNewChats } from "./show-chats.ts";

export type ChatChange = {
  title?: string | undefined;
  instructions?: string | undefined;
  model?: string | null | undefined;
  /** `denyAll`: shadow mode, which shows calls and runs none; null: the policy of the instance. */
  policy?: "denyAll" | null | undefined;
  shownToReviewers?: boolean | undefined;
  /** Tools that are switched off, each `server/*` or `server/tool`. */
  toolsOff?: string[] | undefined;
};

/**
 * What pages and routes do with chats, except sending messages. An unknown id and another person's id look the same.
 */
export type Chats = {
  /** With the newest messages; `before` the id of a message with those before it. */
  detail: (personId: string, chatId: string, before?: string) => Promise<ChatDetail | null>;
  tools: (personId: string, chatId: string) => Promise<ChatTools | null>;
  list: (personId: string, search?: string) => Promise<ChatSummary[]>;
  /** Changes a chat, or creates it with these settings; null when the id is another person's. */
  change: (
    personId: string,
    chatId: string,
    change: ChatChange,
  ) => Promise<ChatDetail | { reached: LimitReached } | null>;
  /** Whether new chats of the person show the words around a call to who may answer it. */
  showsNew: (personId: string) => Promise<boolean>;
  showNew: (personId: string, on: boolean) => Promise<void>;
  /** Ends its run, then deletes the chat with everything in it. */
  remove: (personId: string, chatId: string) => Promise<boolean>;
  /** A picture or a sound of a result in one of the person's chats; null where there is none any more. */
  file: (personId: string, id: string) => Promise<{ mediaType: MediaType; base64: string } | null>;
  /** Removes a message from the queue; false when it is not queued any more. */
  unqueue: (personId: string, chatId: string, messageId: string) => Promise<boolean>;
  /**
   * Stops what is live; null for an unknown chat. `byKey`: a program asks, which may not stop a run while a person is
   * asked.
   */
  stop: (personId: string, chatId: string, byKey?: boolean) => Promise<{ stopped: boolean } | "cards-wait" | null>;
  /** Stops every run of a person who may no longer sign in. */
  stopAll: (personId: string) => Promise<void>;
};

export function chatsOf(agent: Agent, { isTeam }: { isTeam: boolean }): Chats {
  const { database, announce, announceList } = agent.gate;
  const detail: Chats["detail"] = async (personId, chatId, before) => {
    const history = await readHistory(database, chatId);
    // The session of a client is none of the chats: it has neither messages nor a model.
    if (!history || history.chat.person_id !== personId || history.chat.origin !== "chat") return null;
    const { chat, liveRun, lines } = history;
    const end = before === undefined ? lines.length : lines.findIndex(({ id }) => id === before);
    const { messages: rows, earlier } = await newestOf(database, chatId, lines.slice(0, Math.max(0, end)));
    const messages = rows.map(messageOf);
    const last = messages.at(-1);
    if (liveRun && last?.id === liveRun.message_id) {
      messages[messages.length - 1] = await messageSoFar(agent, liveRun, last);
    }
    return {
      id: chat.id,
      title: chat.title,
      instructions: chat.instructions,
      model: chat.model,
      policy: chat.policy,
      toolsOff: toolNamesIn(chat.tools_off_json),
      shownToReviewers: isTeam ? chat.shown_to_reviewers === 1 : null,
      stopped: refusesAll(agent.gate.policy),
      messages,
      earlier,
      queue: (await queuedMessages(database, chatId)).map(({ id, text }) => ({ id, text })),
      run: liveRun ? { id: liveRun.id, status: liveRun.status === "parked" ? "parked" : "running" } : null,
      version: chat.version,
    };
  };
  return {
    detail,
    tools: (personId, chatId) => chatTools(agent, personId, chatId),
    list: (personId, search) => chatSummaries(database, personId, search),
    file: async (personId, id) => (await fileOf(database, { personId, id })) ?? null,
    change: async (personId, chatId, change) => {
      const set = {
        ...(change.title === undefined ? {} : { title: change.title, titled_by: "person" as const }),
        ...(change.instructions === undefined ? {} : { instructions: change.instructions }),
        ...(change.model === undefined ? {} : { model: change.model }),
        ...(change.policy === undefined ? {} : { policy: change.policy }),
        ...(change.shownToReviewers === undefined ? {} : { shown_to_reviewers: change.shownToReviewers ? 1 : 0 }),
        ...(change.toolsOff === undefined ? {} : { tools_off_json: toolNamesAsJson(change.toolsOff) }),
      };
      const more = weightOf(change) - 1;
      const update = () =>
        inTransaction(database, async (trx) => {
          const isRecorded = change.policy !== undefined || change.shownToReviewers !== undefined;
          const former = isRecorded ? await holdChat(database, trx, chatId) : undefined;
          const changed = await updateChat(database, trx, { personId, chatId }, set);
          // What is longer than a few lines is counted: many chats with long settings would fill the disk.
          if (changed && more > 0) await countMade(database, trx, personId, more);
          if (!changed || !former) return changed;
          const on = changed.shown_to_reviewers === 1;
          if (changed.shown_to_reviewers !== former.shown_to_reviewers)
            await recordShown(database, trx, { personId, chatId }, { on, of: "chat" });
          if (changed.policy === former.policy) return changed;
          if (changed.policy !== "denyAll") await countMade(database, trx, personId);
          const event = { kind: "shadow-mode-switched", on: changed.policy === "denyAll", of: "chat" } as const;
          await record(database, trx, { personId, chatId }, event);
          return changed;
        });
      const known = await chatOf(database, personId, chatId);
      if (known && known.origin !== "chat") return null;
      const there = await update();
      const created = there ? true : await createChat(personId, chatId);
      if (typeof created === "object") return created;
      const changed = there ?? (created ? await update() : undefined);
      if (!changed) return null;
      announce({ personId, chatId, version: changed.version });
      announceList({ personId });
      return detail(personId, chatId);
    },
    showsNew: (personId) => showsNewChats(database, personId),
    showNew: (personId, on) => showNewChats(database, personId, on),
    remove: async (personId, chatId) => {
      const chat = await chatOf(database, personId, chatId);
      if (!chat) return false;
      // First: otherwise the end of the run would start the next queued message.
      await clearQueue(database, { chatId });
      for (const runId of await liveRuns(database, { chatId })) await stopRun(agent, runId, "stop");
      const removed = await inTransaction(database, async (trx) => {
        const grants = await endGrantsOfChat(database, trx, { personId, chatId });
        if (!(await deleteChat(database, trx, { personId, chatId }))) return false;
        for (const { id: grant, tool_name: tool } of grants) {
          await record(database, trx, { personId }, { kind: "grant-ended", grant, because: "chat-deleted", tool });
        }
        return true;
      });
      announceList({ personId });
      return removed;
    },
    unqueue: async (personId, chatId, messageId) => {
      if (!(await chatOf(database, personId, chatId))) return false;
      const version = await inTransaction(database, async (trx) => {
        return (await unqueueMessage(trx, chatId, messageId)) ? touchChat(database, trx, chatId) : null;
      });
      if (version === null) return false;
      announce({ personId, chatId, version });
      return true;
    },
    stop: async (personId, chatId, byKey) => {
      const chat = await chatOf(database, personId, chatId);
      // A client stops its own calls by its connection; no program stops those of another.
      if (!chat || (byKey && chat.origin !== "chat")) return null;
      try {
        let stopped = false;
        for (const runId of await liveRuns(database, { chatId })) {
          stopped = (await stopRun(agent, runId, "stop", { mayCancel: !byKey })) || stopped;
        }
        return { stopped };
      } catch (error) {
        if (error instanceof CardsWait) return "cards-wait";
        throw error;
      }
    },
    stopAll: async (personId) => {
      // First: otherwise the end of a run would start the next queued message.
      await clearQueue(database, { personId });
      await stopRuns(agent, await liveRuns(database, { personId }), "stop");
    },
  };

  /** False when the id is taken; when the same person created it meanwhile, the following update decides. */
  async function createChat(personId: string, chatId: string): Promise<boolean | { reached: LimitReached }> {
    try {
      await inTransaction(database, async (trx) => {
        await refuseOneMoreChat(agent, trx, personId);
        await insertChat(database, trx, { id: chatId, person_id: personId, title: "New chat" });
      });
      return true;
    } catch (error) {
      if (error instanceof OverLimit) return { reached: error.reached };
      if (isConflict(error)) return (await chatOf(database, personId, chatId)) !== undefined;
      throw error;
    }
  }
}
