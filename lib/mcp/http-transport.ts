import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { currentCall } from "./in-flight-call.ts";

type Message = Parameters<StreamableHTTPClientTransport["send"]>[0];
type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

/**
 * Streamable HTTP that ties a call's response stream to the call: when the stream ends without an answer the call
 * hears of it (the SDK would wait for its timeout), and when the call is over the stream is closed (in the older
 * revisions the SDK leaves it open, and an endless answer would go on arriving).
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  override async send(message: Message, options?: SendOptions): Promise<void> {
    const call = currentCall.getStore();
    if (call === undefined || Array.isArray(message) || !("method" in message) || message.method !== "tools/call")
      return super.send(message, options);
    const given = options?.requestSignal;
    return super.send(message, {
      ...options,
      requestSignal: given === undefined ? call.over : AbortSignal.any([given, call.over]),
      // The answer may have come in the stream's last bytes; it is handed on before the next turn of the event loop.
      onRequestStreamEnd: () => setImmediate(() => call.streamEnded("the connection was closed")),
    });
  }
}
