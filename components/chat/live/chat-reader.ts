import type { ChatServer } from "./chat-server.ts";
import { withEarlier, type ChatState } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";

type Deps = { server: ChatServer; newId: () => string };

/** Reads what comes before the messages that a chat begins with. */
export abstract class ChatReader extends ChatStore {
  protected readonly deps: Deps;

  constructor(deps: Deps, initial: ChatState) {
    super(initial);
    this.deps = deps;
  }

  /** Rejects when the server cannot be reached. */
  async showEarlier(): Promise<void> {
    const first = this.state.messages[0]?.id;
    if (first === undefined || this.state.earlier === 0) return;
    const result = await this.deps.server.read(this.state.chatId, first);
    // An edit, here or on the server, may have cut the chat off before this message.
    const isThere = this.state.messages[0]?.id === first && result.kind === "chat" && result.chat.messages.length > 0;
    if (isThere) this.set(withEarlier(this.state, result.chat));
  }
}
