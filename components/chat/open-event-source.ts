import type { AppEvent } from "#lib/chat/chat-summary.ts";

const firstPause = 250;
const longestPause = 5_000;
/** Three times as long as our server is ever silent: then the connection is dead, though nothing has said so. */
const silentFor = 45_000;

/** The connection, made again whenever it is lost. The browser would wait for seconds, and never notice a dead one. */
export function openEventSource(onEvent: (event: AppEvent) => void, onOpen: () => void, onLost: () => void) {
  let source: EventSource;
  let failures = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, silentFor);
  };
  const open = () => {
    source = new EventSource("/api/events");
    source.addEventListener("open", () => {
      heard();
      onOpen();
    });
    source.addEventListener("alive", () => {
      failures = 0;
      heard();
    });
    source.addEventListener("message", ({ data }) => {
      heard();
      // Our own server sends exactly these events.
      onEvent(JSON.parse(data) as AppEvent);
    });
    source.addEventListener("error", lost);
  };
  const lost = () => {
    clearTimeout(silence);
    source.close();
    onLost();
    retry = setTimeout(open, Math.min(longestPause, firstPause * 2 ** failures++));
  };
  open();
  return {
    close: () => {
      clearTimeout(silence);
      clearTimeout(retry);
      source.close();
    },
  };
}
