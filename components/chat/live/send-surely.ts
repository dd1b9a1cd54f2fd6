import { ServerBusy, type ChatServer, type OutgoingMessage, type SendResult } from "./chat-server.ts";
import { tryAgain } from "#components/browser/try-again.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** As long as another process needs to take over from one that died. */
const sendWithin = 30_000;

type Sending = {
  server: ChatServer;
  chatId: string;
  message: OutgoingMessage;
  signal: AbortSignal;
  onFailure: (error: unknown) => void;
};

/** Sends a message again while no server can be reached. Under its one id it counts once, however often it arrives. */
export async function sendSurely({ server, chatId, message, signal, onFailure }: Sending): Promise<SendResult> {
  try {
    return await tryAgain(() => server.send(chatId, message, signal), { within: sendWithin, onFailure });
  } catch (error) {
    console.error("A message could not be sent.", error);
    const say = sayInTab(chatWords);
    const message = error instanceof ServerBusy ? say("notSent", { why: error.message }) : say("notSentUnreached");
    return { kind: "refused", message };
  }
}
