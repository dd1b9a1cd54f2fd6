import type { ChatChange } from "./chat-server.ts";
import { ChatReader } from "./chat-reader.ts";

/** Changes what a chat is set to, and takes back messages that were not sent. */
export abstract class ChatEditor extends ChatReader {
  /** Resolves when no change is on its way: what is sent after a change is answered as it says. */
  protected changed: Promise<unknown> = Promise.resolve();

  /** The message is not sent. */
  letGoHeld(): void {
    this.set({ held: null });
  }

  discard(messageId: string): void {
    this.set({ outbox: this.state.outbox.filter((each) => each.id !== messageId) });
  }

  async unqueue(messageId: string): Promise<void> {
    await this.deps.server.unqueue(this.state.chatId, messageId);
    this.set({ queue: this.state.queue.filter((message) => message.id !== messageId) });
  }

  async change(change: ChatChange): Promise<void> {
    const changing = this.deps.server.change(this.state.chatId, change);
    this.changed = Promise.allSettled([this.changed, changing]);
    await changing;
    this.set({ ...change, exists: true });
  }
}
