import type { Selectable } from "kysely";

/** The tables of notifications; a part of `Schema`. */
export type NotificationTables = {
  webhooks: WebhooksTable;
  push_subscriptions: PushSubscriptionsTable;
  outbox: OutboxTable;
  deliveries: DeliveriesTable;
};

/** An address that is notified: of every approval of the instance, or of the asks of one key. */
type WebhooksTable = {
  id: string;
  /** `signed`: Standard Webhooks. `slack`: an incoming webhook of Slack or of a compatible service. */
  kind: "signed" | "slack";
  url: string;
  /** whsec_…; we make it, and need it in plain text to sign. */
  secret: string;
  with_arguments: 0 | 1;
  /** The key whose decided asks it hears of, and of nothing else; null: it hears of every approval. */
  key_id: string | null;
  created_at: number;
  last_at: number | null;
  /** Why the last message did not arrive; null when it did. */
  last_problem: string | null;
};

/** A browser that is notified of what waits for its person. */
type PushSubscriptionsTable = {
  id: string;
  person_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The person's name for the device. */
  label: string;
  /** The session of this browser; null where an earlier release added it. */
  session_hash: string | null;
  created_at: number;
  last_at: number | null;
  last_problem: string | null;
};

export type NotifiedEvent = "approval.opened" | "approval.settled";

/** An event of an approval that has no deliveries yet. Written with the change itself. */
type OutboxTable = {
  id: string;
  event: NotifiedEvent;
  approval_id: string;
  /** The audit event. */
  detail_json: string;
  created_at: number;
};

/** One message to one target, kept until it arrives or is given up. */
type DeliveriesTable = {
  id: string;
  /** `head`: an address that gets the signed heads of the audit trail; such a delivery has no approval, nor has one about an ask. */
  target_kind: "webhook" | "push" | "head";
  target_id: string;
  event: NotifiedEvent | "audit.head" | "audit.key" | "ask.decided";
  approval_id: string;
  body_json: string;
  attempts: number;
  /** `dead`: all retries failed. */
  state: "due" | "dead";
  /** The earliest time to send; a process that claims it moves it forward. */
  next_at: number;
  created_at: number;
};

export type WebhookRow = Selectable<WebhooksTable>;
export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
