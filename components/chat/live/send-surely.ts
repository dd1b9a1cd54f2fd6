import { ServerBusy, type ChatServer, type OutgoingMessage, type SendResult } from "./chat-server.ts";
import { tryAgain } from "#components/browser/try-again.ts";

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
    const why = error instanceof ServerBusy ? error.message : "the server could not be reached.";
    return { kind: "refused", message: `Not sent: ${why}` };
  }
}
