/** Three times the longest silence of our server: after it the connection is dead, though nothing has said so. */
const silentFor = 45_000;

/**
 * Yields the events of a stream of ours (server-sent events, one JSON object each, shaped as `Said`) until the body
 * ends. Keep-alive comments and a closing `[DONE]` are left out; a body that is silent for too long counts as ended.
 * Throws when the connection breaks or the body has another format.
 */
export async function* readEvents<Said>(body: ReadableStream<Uint8Array>): AsyncGenerator<Said> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel().catch(() => undefined), silentFor);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        const data = line.startsWith("data:") ? line.slice(5).trim() : "";
        // Our own server writes every event on one line, in the shape that the caller names.
        if (data !== "" && data !== "[DONE]") yield JSON.parse(data) as Said;
      }
      if (done) return;
    }
  } finally {
    // Leaving the loop early must free the connection; a body that already broke has nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
