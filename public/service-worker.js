/**
 * Shows push messages, while no page of the app is open too. It holds nothing: what a notification says came encrypted
 * from this app's own server, and to decline is to ask that server, in the person's session.
 */

const declined = "/api/chat/elicitation";
/** What a message says in the language of its person; these stand in for what it does not say. */
const english = {
  decline: "Decline",
  open: "Look at it",
  notDeclined: "Not declined",
  notReached: "The app could not be reached. Nothing runs without an answer; open it to decline.",
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  const { approvalId } = notification.data ?? {};
  event.waitUntil(action === "decline" ? decline(notification) : open(approvalId));
});

/** The message, or null when it is none that this release understands. */
function read(data) {
  try {
    const message = data?.json();
    return message?.v === 1 && typeof message.approvalId === "string" ? message : null;
  } catch {
    return null;
  }
}

/** Every push must be shown. One that waits in a page that is looked at can be seen there. */
async function show(message) {
  const windows = await self.clients.matchAll({ type: "window" });
  if (windows.some((client) => client.visibilityState === "visible")) return;
  if (message === null) return void (await self.registration.showNotification("Countersign", { tag: "countersign" }));
  const { approvalId, personId, title, body, words } = message;
  const said = { ...english, ...words };
  await self.registration.showNotification(String(title), {
    body: String(body),
    tag: `approval:${approvalId}`,
    data: { approvalId, personId, words },
    // There is no Approve: that takes the card, where everything can be seen.
    actions: [
      { action: "decline", title: String(said.decline) },
      { action: "open", title: String(said.open) },
    ],
  });
}

async function decline({ tag, data }) {
  const problem = await declining(data ?? {});
  if (problem === null) return;
  await self.registration.showNotification(String({ ...english, ...data?.words }.notDeclined), {
    body: problem,
    tag,
    data,
  });
}

/**
 * Null when it is declined, else why not, in words. Declining twice is declining once. It is the answer of whoever was
 * told, so it says who that is: somebody else may have signed in since.
 */
async function declining({ approvalId, personId, words }) {
  try {
    const response = await fetch(declined, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "countersign-proof": await proof(),
        ...(personId === undefined ? {} : { "countersign-person": personId }),
      },
      body: JSON.stringify({ approvalId, action: "decline" }),
    });
    if (response.ok) return null;
    const { detail } = await response.json();
    return typeof detail === "string" ? detail : `The app answered ${response.status}.`;
  } catch {
    return String({ ...english, ...words }.notReached);
  }
}

/** As the pages keep it; see components/sign-in/prove-every-request.ts. Rejects when there is none. */
function proof() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("countersign");
    opening.onerror = () => reject(new Error("The proof cannot be read."));
    // There was nothing: leave it so, for the pages to make.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onsuccess = () => {
      const reading = opening.result.transaction("session").objectStore("session").get("proof");
      reading.onerror = () => reject(new Error("The proof cannot be read."));
      reading.onsuccess = () => resolve(reading.result);
      opening.result.close();
    };
  });
}

/** Opens the very card, in a window of the app that is there already if there is one. */
async function open(approvalId) {
  const address = approvalId === undefined ? "/inbox" : `/inbox?card=${encodeURIComponent(approvalId)}`;
  const [there] = await self.clients.matchAll({ type: "window" });
  if (there === undefined) return void (await self.clients.openWindow(address));
  await there.focus();
  // The page goes there by itself, so that it keeps what it holds.
  there.postMessage({ kind: "open-card", address });
}
