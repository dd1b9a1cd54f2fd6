import { may } from "#lib/people/may.ts";
import { approvalById } from "#lib/store/approvals/approvals.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { isToTell, subscriptionById, unsubscribe } from "#lib/store/people/push-subscriptions.ts";
import type { DeliveryRow, WebhookRow } from "#lib/store/schema/notification-tables.ts";
import { sealedElsewhere, type Secrets } from "#lib/store/schema/secrets.ts";
import { webhookById } from "#lib/store/notify/webhooks.ts";
import { openWebhook } from "./open-webhook.ts";
import { sealed } from "./push-message.ts";
import type { SafePost } from "./safe-post.ts";
import { signedHeaders } from "./signed-headers.ts";
import { vapidKeys } from "./vapid.ts";

/** `gone`: the target no longer exists. */
export type DeliveryOutcome = { arrived: true } | { gone: true } | { problem: string };

export type Sender = {
  database: Database;
  secrets: Secrets;
  post: SafePost["post"];
  /** To the public internet alone. Everybody names addresses of browsers, and would hear what listens there. */
  publicPost: SafePost["post"];
  /** The app's address, which push services get as a contact. */
  origin: string;
  heads?: HeadSender;
};

/**
 * Sends signed heads of the audit trail to the operator's addresses, in private networks too; by the ids of addresses.
 */
export type HeadSender = { post: SafePost["post"]; addresses: ReadonlyMap<string, string> };

/** Tries once. Rejects only when the store fails. */
export function sendDelivery(sender: Sender, delivery: DeliveryRow): Promise<DeliveryOutcome> {
  const send = { webhook: sendToWebhook, push: sendToBrowser, head: sendHead }[delivery.target_kind];
  return send(sender, delivery);
}

async function sendHead({ heads }: Sender, { target_id, body_json }: DeliveryRow): Promise<DeliveryOutcome> {
  const address = heads?.addresses.get(target_id);
  if (heads === undefined || address === undefined) return { gone: true };
  const headers = { "content-type": "application/json", "user-agent": "Countersign" };
  return arrivedOr(await heads.post(address, { headers, body: body_json }));
}

function arrivedOr(answer: Awaited<ReturnType<SafePost["post"]>>): DeliveryOutcome {
  if ("problem" in answer) return answer;
  return answer.status >= 200 && answer.status < 300 ? { arrived: true } : { problem: refusal(answer.status) };
}

async function sendToWebhook(sender: Sender, { id, target_id, body_json }: DeliveryRow): Promise<DeliveryOutcome> {
  const webhook = await webhookById(sender.database, target_id);
  return webhook === undefined ? { gone: true } : postToWebhook(sender, webhook, { id, body: body_json });
}

/** Only a 2xx status means that it arrived; a redirect is not followed. */
export async function postToWebhook(
  { post, secrets }: Pick<Sender, "post" | "secrets">,
  webhook: WebhookRow,
  { id, body }: { id: string; body: string },
): Promise<DeliveryOutcome> {
  const opened = openWebhook(secrets, webhook);
  if (opened === null) return { problem: sealedElsewhere };
  const { url, secret } = opened;
  const signature = webhook.kind === "signed" ? signedHeaders({ secret, id, atMs: Date.now(), body }) : {};
  const headers = { "content-type": "application/json", "user-agent": "Countersign", ...signature };
  return arrivedOr(await post(url, { headers, body }));
}

async function sendToBrowser(sender: Sender, delivery: DeliveryRow): Promise<DeliveryOutcome> {
  const { database, secrets, origin } = sender;
  const subscription = await subscriptionById(database, delivery.target_id);
  const approval = await approvalById(database, delivery.approval_id);
  // An approval that was answered meanwhile needs no notification, and neither does a person who may not answer any
  // more.
  if (subscription === undefined || approval?.status !== "pending") return { gone: true };
  if (!(await isToTell(database, { approvalId: approval.id, id: subscription.id }))) return { gone: true };
  const ttlSeconds = Math.max(60, Math.ceil((approval.expires_at - approval.requested_at) / 1_000));
  const keys = await vapidKeys(database, secrets);
  if (keys === null)
    return { problem: "The keys of push messages were sealed with another key than this instance has." };
  const sealing = {
    keys,
    subject: subjectOf(origin),
    ttlSeconds,
    isUrgent: approval.risk >= 2,
  };
  // The browser answers as this person or not at all: somebody else may have signed in there.
  const body = { ...(JSON.parse(delivery.body_json) as object), personId: subscription.person_id };
  const message = await sealed(subscription, JSON.stringify(body), sealing);
  if (message === null) return { problem: "Its keys cannot be used." };
  const post = may(subscription.role, "manage-webhooks") ? sender.post : sender.publicPost;
  const answer = await post(subscription.endpoint, message);
  if ("problem" in answer) return answer;
  const { status } = answer;
  if (status === 404 || status === 410) {
    await unsubscribe(database, { id: subscription.id, personId: subscription.person_id }, "gone");
    return { gone: true };
  }
  return arrivedOr(answer);
}

/** The contact must be a mail address or an https address; a loopback address tells a push service nothing. */
function subjectOf(origin: string): string {
  return origin.startsWith("https:") ? origin : "mailto:owner@countersign.invalid";
}

function refusal(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}: it wants to be asked elsewhere, which is not done.`
    : `It answered ${status}.`;
}
