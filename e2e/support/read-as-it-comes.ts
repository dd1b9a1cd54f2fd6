/** Reads a stream as it comes: what came so far, and how to stop. Poll for what must come; never take silence for it. */
export function readAsItComes<Chunk>(stream: ReadableStream<Chunk>) {
  const reader = stream.getReader();
  const chunks: Chunk[] = [];
  let isEnded = false;
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    isEnded = true;
  })();
  return {
    chunks,
    isEnded: () => isEnded,
    /** Resolves at the end of the stream, or fails as it does. */
    ended: reading,
    leave: async () => {
      await reader.cancel();
      await reading;
    },
  };
}
