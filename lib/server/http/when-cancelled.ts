/** The same stream; tells when its reader cancels it. */
export function whenCancelled<Chunk>(stream: ReadableStream<Chunk>, tell: () => void): ReadableStream<Chunk> {
  const reader = stream.getReader();
  return new ReadableStream<Chunk>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => {
        tell();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
