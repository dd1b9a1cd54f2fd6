import type { Selectable } from "kysely";

/** The tables that serve to tell people of approvals outside of the page; a part of `Schema`. */
export type NotificationTables = {
  webhooks: WebhooksTable;
  push_subscriptions: PushSubscriptionsTable;
  outbox: OutboxTable;
  deliveries: DeliveriesTable;
};

/** An address that is told of every approval of the instance. */
type WebhooksTable = {
  id: string;
  /** `signed` follows Standard Webhooks, `slack` is an incoming webhook of Slack or of what speaks like it. */
  kind: "signed" | "slack";
  url: string;
  /** whsec_…; made by us, and needed in the clear to sign. */
  secret: string;
  with_arguments: 0 | 1;
  created_at: number;
  last_at: number | null;
  /** Why the last message did not arrive; null when it did. */
  last_problem: string | null;
};

/** A browser that is told of what waits for its person. */
type PushSubscriptionsTable = {
  id: string;
  person_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** What the person knows the device by. */
  label: string;
  created_at: number;
  last_at: number | null;
  last_problem: string | null;
};

export type NotifiedEvent = "approval.opened" | "approval.settled";

/** What happened to an approval and nobody outside was told of yet. Written with the change itself. */
type OutboxTable = {
  id: string;
  event: NotifiedEvent;
  approval_id: string;
  /** The event of the audit trail. */
  detail_json: string;
  created_at: number;
};

/** One message to one target, until it has arrived or was given up. */
type DeliveriesTable = {
  id: string;
  /** `head`: an address that is sent the signed heads of the audit trail, which is about no approval. */
  target_kind: "webhook" | "push" | "head";
  target_id: string;
  event: NotifiedEvent | "audit.head" | "audit.key";
  approval_id: string;
  body_json: string;
  attempts: number;
  /** `dead`: tried as often as it is tried. */
  state: "due" | "dead";
  /** Not before this; a process that sends it moves it forward first. */
  next_at: number;
  created_at: number;
};

export type WebhookRow = Selectable<WebhooksTable>;
export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
