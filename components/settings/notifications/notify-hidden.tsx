"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { InboxPage } from "#lib/approvals/inbox-page.ts";
import { noticeOf } from "#lib/approvals/notice-of.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { notificationWords } from "./words.en.ts";
import type { AppSignal } from "#components/browser/app-events.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { readJson } from "#components/browser/use-fresh.ts";
import { isKept } from "#components/inbox/use-kept.ts";
import { hasPush } from "./push-here.ts";

/** Where the browser remembers that its person wants notifications. */
export const keptNotify = "countersign-notify";
/** More cards than this are announced by one notification. */
const mostAtOnce = 3;
const restMs = 300;

/**
 * Shows notifications of new cards while the tab is hidden, where its person switched that on. It never asks for
 * permission: that takes a press on the settings page. Also follows a push notification into the app.
 */
export function NotifyHidden() {
  const router = useRouter();

  useEffect(() => {
    const follow = ({ data }: MessageEvent<unknown>) => {
      const address = cardAddressIn(data);
      if (address !== null) router.push(address);
    };
    const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
    workers?.addEventListener("message", follow);
    return () => workers?.removeEventListener("message", follow);
  }, [router]);

  useEffect(() => {
    const known = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const learn = async () => {
      const { entries } = await readJson<InboxPage>("/api/inbox");
      const fresh = entries.filter(({ id }) => !known.has(id));
      for (const { id } of fresh) known.add(id);
      return fresh;
    };
    const failed = (error: unknown) => console.error("New cards could not be read.", error);
    let learned: Promise<unknown> = Promise.resolve();
    const hide = () => {
      // Cards that already wait are not new.
      if (isHidden() && wantsNotices()) learned = learn().catch(failed);
    };
    hide();
    const tell = async () => {
      timer = undefined;
      await learned;
      const fresh = await learn();
      // A push message may have announced them already.
      if (!isHidden() || !wantsNotices() || (await hasPush())) return;
      for (const item of fresh.slice(0, mostAtOnce)) notify(item, router.push);
      if (fresh.length > mostAtOnce) notifyOfMore(fresh.length - mostAtOnce, router.push);
    };
    const stopHearing = onAppEvent((signal) => {
      if (notAboutWaiting.has(signal.type) || !isHidden() || !wantsNotices()) return;
      timer ??= setTimeout(() => void tell().catch(failed), restMs);
    });
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(timer);
      stopHearing();
      document.removeEventListener("visibilitychange", hide);
    };
  }, [router]);
  return null;
}

const notAboutWaiting: ReadonlySet<AppSignal["type"]> = new Set(["servers", "policy", "unreachable"]);

function isHidden(): boolean {
  return document.visibilityState === "hidden";
}

function wantsNotices(): boolean {
  return "Notification" in window && Notification.permission === "granted" && isKept(keptNotify);
}

type Go = (address: string) => void;

function notify({ id, chatTitle, view }: InboxItem, go: Go): void {
  const { title, body } = noticeOf({ tool: view.tool, chatTitle }, sayInTab(approvalWords));
  // Every hidden tab shows it; the same tag makes one notification.
  show(title, { body, tag: `approval:${id}` }, `/inbox?card=${encodeURIComponent(id)}`, go);
}

function notifyOfMore(count: number, go: Go): void {
  show(sayInTab(notificationWords)("moreCallsWait", { count }), { tag: "countersign" }, "/inbox", go);
}

function show(title: string, options: NotificationOptions, address: string, go: Go): void {
  const notification = new Notification(title, options);
  notification.addEventListener("click", () => {
    window.focus();
    notification.close();
    go(address);
  });
}

/** Where the service worker leads; nothing but a card of the inbox. */
function cardAddressIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("kind" in data) || data.kind !== "open-card") return null;
  const address = "address" in data ? data.address : null;
  return typeof address === "string" && /^\/inbox(\?card=[\w%-]+)?$/.test(address) ? address : null;
}
