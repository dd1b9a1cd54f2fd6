/**
 * A request whose signal is this very one. Of a signal that `Request` is given, undici makes another, and once the
 * request is collected as garbage nothing aborts that one any more, although it is still listened to: a client that
 * left would not be noticed.
 */
export function requestWithSignal(url: string, { signal, ...init }: RequestInit & { signal: AbortSignal }): Request {
  return Object.defineProperty(new Request(url, init), "signal", { value: signal });
}
