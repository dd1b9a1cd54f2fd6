import webPush from "web-push";
import type { ApprovalToTell } from "#lib/store/approval-to-tell.ts";
import type { PushSubscriptionRow } from "#lib/store/notification-tables.ts";
import type { VapidKeys } from "./vapid.ts";
import { wordsOfApproval } from "./words-of-approval.ts";

/** What a lock screen shows, and which card it opens. Never an argument (CARD §7). */
export function pushMessage(approval: ApprovalToTell) {
  const { tool, chat } = wordsOfApproval(approval);
  return { v: 1, approvalId: approval.id, title: `Approval needed: ${tool}`, body: chat };
}

type Sealing = { keys: VapidKeys; subject: string; ttlSeconds: number; isUrgent: boolean };

/** The message as a push service takes it: encrypted for the browser alone, signed by this instance. */
export function sealed(
  subscription: PushSubscriptionRow,
  body: string,
  { keys, subject, ttlSeconds, isUrgent }: Sealing,
) {
  const { endpoint, p256dh, auth } = subscription;
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSeconds,
    urgency: isUrgent ? "high" : "normal",
    contentEncoding: "aes128gcm",
  });
  const headers = Object.fromEntries(
    Object.entries(details.headers)
      .filter(([name]) => name.toLowerCase() !== "content-length")
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return { headers, body: details.body ?? Buffer.alloc(0) };
}
