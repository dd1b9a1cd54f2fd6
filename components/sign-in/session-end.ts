const listeners = new Set<() => void>();
const name = "countersign-session";
const who = "/api/session";

/**
 * Calls back when the session of this browser has ended, whichever tab noticed it. Returns the function that stops it.
 */
export function onSessionEnd(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  // It may be about an earlier session, so each tab asks for itself.
  channel.addEventListener("message", ask);
  const leave = () => {
    channel.close();
    listeners.delete(heard);
  };
  // Once: a tab that knows it stops listening, or two tabs would tell each other for ever.
  const heard = () => {
    leave();
    listener();
  };
  listeners.add(heard);
  return leave;
}

/** Notices an answer that says that nobody is signed in here any more. */
export async function noticeEnd(response: Response): Promise<void> {
  if (response.status !== 401 || listeners.size === 0) return;
  // Other routes answer so for a wrong password, too.
  if (new URL(response.url).pathname !== who) return ask();
  // A proxy in between may answer in its own words.
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

/** The answer is noticed like every other; without one nothing is known. */
function ask(): void {
  fetch(who, { cache: "no-store" }).catch(() => {});
}
