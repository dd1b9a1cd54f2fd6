const listeners = new Set<() => void>();
const name = "countersign-session";
const who = "/api/session";

/** Calls back when the session of this browser has ended, in whichever tab that was noticed. Returns the way out. */
export function onSessionEnd(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  // It may speak of a session before this one: whoever hears it asks for itself.
  channel.addEventListener("message", ask);
  const leave = () => {
    channel.close();
    listeners.delete(heard);
  };
  // Once: a tab that knows it listens no more, or two of them would tell each other for ever.
  const heard = () => {
    leave();
    listener();
  };
  listeners.add(heard);
  return leave;
}

/** Looks whether an answer says that nobody is signed in here any more. */
export async function noticeEnd(response: Response): Promise<void> {
  if (response.status !== 401 || listeners.size === 0) return;
  // Others say so of a wrong password, too.
  if (new URL(response.url).pathname !== who) return ask();
  // A proxy in between may have words of its own.
  const { code } = ((await response
    .clone()
    .json()
    .catch(() => null)) ?? {}) as { code?: unknown };
  if (code !== "no-session" || listeners.size === 0) return;
  for (const listener of listeners) listener();
  const channel = new BroadcastChannel(name);
  channel.postMessage("ended");
  channel.close();
}

/** The answer is noticed as every other is; without one nothing is known. */
function ask(): void {
  fetch(who, { cache: "no-store" }).catch(() => {});
}
