import { browserWords } from "#lib/audit/browser-words.ts";
import { refusalOf, request } from "#components/browser/request.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { notificationWords } from "./words.en.ts";

const script = "/service-worker.js";
/** The key under which this browser remembers its id on the server's list. */
const keptId = "countersign-push-device";

/** Whether this browser can get push messages: it needs a secure address, and a window that is not private. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The push subscription of this browser; null without one. */
async function pushHere(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function hasPush(): Promise<boolean> {
  return (await pushHere()) !== null;
}

/** Puts this browser on the list. Asks for permission, so call it on a press. Resolves to why not, or to null. */
export async function startPush(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return sayInTab(notificationWords)("blocked");
  const registration = await navigator.serviceWorker.register(script, { scope: "/" });
  await navigator.serviceWorker.ready;
  const subscription = await subscribed(registration, publicKey);
  if (subscription === null) return sayInTab(notificationWords)("pushNotReached");
  const { endpoint, keys } = subscription.toJSON();
  const device = {
    endpoint,
    keys: { p256dh: keys?.["p256dh"], auth: keys?.["auth"] },
    label: browserWords(navigator.userAgent) ?? sayInTab(notificationWords)("browser"),
  };
  const response = await request("POST", "/api/notifications/devices", device);
  if (response.ok) {
    // Our own server answers 201 with exactly this.
    localStorage.setItem(keptId, ((await response.json()) as { id: string }).id);
    return null;
  }
  await subscription.unsubscribe();
  return refusalOf(response);
}

/** The id of this browser on the server's list; null when it gets no push messages. */
export async function deviceHere(): Promise<string | null> {
  return (await hasPush()) ? localStorage.getItem(keptId) : null;
}

/** Ends this browser's push subscription; the server keeps its own list. */
export async function stopPush(): Promise<void> {
  await (await pushHere())?.unsubscribe();
  localStorage.removeItem(keptId);
}

/** Called before this browser signs out: from then on it belongs to nobody, and is told nothing. */
export async function leavePush(): Promise<void> {
  const id = await deviceHere();
  if (id === null) return;
  await request("DELETE", `/api/notifications/devices/${encodeURIComponent(id)}`);
  await stopPush();
}

/** Called after all devices of the person were removed from the list. Adds this one again if it was on it. */
export async function renewPush(): Promise<void> {
  if (!(await hasPush())) return;
  const response = await request("GET", "/api/notifications/devices");
  // Our own server answers 200 with exactly this.
  const { publicKey } = (await response.json()) as { publicKey: string | null };
  if (publicKey !== null) await startPush(publicKey);
}

async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> {
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    console.error("This browser could not be subscribed.", error);
    return null;
  }
}
