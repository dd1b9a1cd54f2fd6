import type { Agent } from "#lib/agent/hot/agent.ts";
import type { Sources } from "#lib/gate/contract/sources.ts";
import type { ChatListeners } from "./chat-listeners.ts";
import type { ClientProfiles } from "./client-profile.ts";

/** What the gateway works with. One per process. */
export type Gateway = {
  agent: Agent;
  sources: Sources;
  listeners: ChatListeners;
  profiles: ClientProfiles;
  /** Address of an approval's card, for people who are signed in. */
  cardUrl: (approvalId: string) => string;
  /** At least 32 bytes, the same in every process: signs what clients carry between two requests. */
  secret: () => Promise<string>;
  /** This process is about to end, and takes the connections of its clients along. */
  isLeaving: boolean;
};
