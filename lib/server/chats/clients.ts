import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ClientSession, ClientSessionDetail, ListedClient } from "#lib/chat/client-session.ts";
import { presentMessage } from "#lib/agent/stream/present-message.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { audiencesOf } from "#lib/gate/ask/audiences.ts";
import type { ClientProfiles } from "#lib/gateway/client-profile.ts";
import { approvalsOfCalls } from "#lib/store/approvals/approvals.ts";
import {
  callsFromOutside,
  clientSessionOf,
  clientSessionsOf,
  knownClientsOf,
} from "#lib/store/chats/client-sessions.ts";
import { latestSelfTest } from "#lib/store/runs/latest-self-test.ts";
import { partOfCall } from "./part-of-call.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import { selfTest } from "#lib/tools/self-test.ts";

/** What pages show of clients of the gateway and of agents elsewhere. Another person's look like none. */
export type Clients = {
  /** Clients of the gateway, latest first. */
  list: (personId: string) => Promise<ListedClient[]>;
  /** The latest sessions, for the sidebar. */
  sessions: (personId: string) => Promise<ClientSession[]>;
  session: (personId: string, chatId: string) => Promise<ClientSessionDetail | null>;
};

const tested = { server: ownServerId, tool: selfTest.name };
const mostSessions = 8;
const mostCalls = 50;

export function clientsOf({ database, catalogue }: Gate, profiles: ClientProfiles): Clients {
  return {
    list: async (personId) => {
      const clients = await knownClientsOf(database, personId);
      return Promise.all(
        clients.map(async (client) => ({
          ...client,
          note: profiles.of(client.name).note,
          selfTest: await latestSelfTest(database, { personId, ...client, ...tested }),
        })),
      );
    },
    sessions: (personId) => clientSessionsOf(database, personId, mostSessions),
    session: async (personId, chatId) => {
      const session = await clientSessionOf(database, { personId, chatId });
      if (session === undefined) return null;
      const { rows: latest, isCut } = await callsFromOutside(database, chatId, mostCalls);
      const calls = latest.toReversed();
      const approvals = await approvalsOfCalls(
        database,
        calls.map(({ id }) => id),
      );
      const audiences = await audiencesOf(database, approvals, personId);
      const written: ChatMessage = {
        id: chatId,
        role: "assistant",
        parts: calls.map((call) => partOfCall(catalogue, call)),
      };
      const { parts } = presentMessage(written, { calls, approvals, delegations: [], audiences });
      return {
        ...session,
        // A notice is for the answer of a model.
        calls: { ...written, parts: parts.filter(({ type }) => type !== "data-notice") },
        times: Object.fromEntries(calls.map((call) => [call.tool_call_id, call.created_at])),
        hasMore: isCut,
      };
    },
  };
}
