import { createPublicKey } from "node:crypto";
import { noticeOf } from "#lib/approvals/notice-of.ts";
import { approvalWordsDe } from "#lib/approvals/words.de.ts";
import { type ApprovalSay, approvalWords } from "#lib/approvals/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";
import type { ApprovalToTell } from "#lib/store/approvals/approval-to-tell.ts";
import type { PushSubscriptionRow } from "#lib/store/schema/notification-tables.ts";
import type { VapidKeys } from "./vapid.ts";

/**
 * What a lock screen shows, and which card it opens, in the language that its reader chose. Never an argument (N8: push
 * names no argument).
 */
export function pushMessage(approval: ApprovalToTell, language: string | null) {
  const { tool } = storedSubjectOf(approval);
  const say = sayIn(language === "de" ? german : english, approvalWords);
  return {
    v: 1,
    approvalId: approval.id,
    ...noticeOf({ tool, chatTitle: approval.chat_title }, say),
    // English is what its service worker says by itself.
    ...(language === "de" ? { words: wordsOf(say) } : {}),
  };
}

const german: Speech = { language: "de", texts: { [approvalWords.name]: approvalWordsDe } };

/** What the service worker says besides: it has no catalogue of its own. */
function wordsOf(say: ApprovalSay) {
  return {
    decline: say("noticeDecline"),
    open: say("noticeOpen"),
    notDeclined: say("notDeclined"),
    notReached: say("appNotReached"),
  };
}

export type Sealing = { keys: VapidKeys; subject: string; ttlSeconds: number; isUrgent: boolean };
type Sealed = { headers: Record<string, string>; body: Buffer };

/**
 * The message in the form of a push service: encrypted for one browser, signed by this instance. Null when encryption
 * for this browser fails: its keys look like keys and are none.
 */
export async function sealed(
  subscription: PushSubscriptionRow,
  body: string,
  sealing: Sealing,
): Promise<Sealed | null> {
  const { endpoint, p256dh, auth } = subscription;
  const { keys, subject, ttlSeconds, isUrgent } = sealing;
  if (!isPoint(p256dh)) return null;
  // Loaded on demand; most instances never need it.
  const { default: webPush } = await import("web-push");
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

/** Whether a key is a point of the curve. */
function isPoint(p256dh: string): boolean {
  const point = Buffer.from(p256dh, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
    return point.length === 65;
  } catch {
    return false;
  }
}
