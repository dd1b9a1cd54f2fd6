import type { Device, Webhook } from "#lib/people/device.ts";
import { may } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import { problemOfTarget } from "#lib/network/public-address.ts";
import type { SafePost } from "#lib/notify/safe-post.ts";
import { postToWebhook } from "#lib/notify/send-delivery.ts";
import { newWebhookSecret } from "#lib/notify/signed-headers.ts";
import { openWebhook } from "#lib/notify/open-webhook.ts";
import { vapidKeys } from "#lib/notify/vapid.ts";
import { testMessage } from "#lib/notify/signed-message.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { WebhookRow } from "#lib/store/schema/notification-tables.ts";
import type { BySession } from "#lib/store/people/hold-session.ts";
import { backlogOf } from "#lib/store/notify/deliveries.ts";
import { subscribe, subscriptionsOf, unsubscribe } from "#lib/store/people/push-subscriptions.ts";
import { addWebhook, allWebhooks, noteWebhookTried, removeWebhook, webhookById } from "#lib/store/notify/webhooks.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { sealedElsewhere, type Secrets } from "#lib/store/schema/secrets.ts";
import { hostOf } from "#lib/untrusted/host-of.ts";

const mostDevices = 20;
const mostWebhooks = 20;

type NewDevice = { endpoint: string; p256dh: string; auth: string; label: string };
type NewWebhook = { kind: Webhook["kind"]; url: string; withArguments: boolean; keyId: string | null };

/** Notifications of approvals outside of the page, for people and programs. */
export type Notifications = {
  /** The public key that a browser needs to subscribe to push messages; null when this instance cannot open it. */
  publicKey: () => Promise<string | null>;
  devices: (personId: string) => Promise<Device[]>;
  /** Only while the session that asks exists, and in a private network only for whoever may add webhooks there. */
  addDevice: (
    by: BySession & { role: Role },
    device: NewDevice,
  ) => Promise<{ id: string } | { problem: string } | "signed-out">;
  removeDevice: (personId: string, id: string) => Promise<boolean>;
  webhooks: () => Promise<Webhook[]>;
  /** Shows the secret this one time. Slack's messages have no signature, so they have no secret. */
  addWebhook: (
    personId: string,
    webhook: NewWebhook,
  ) => Promise<{ id: string; secret: string | null } | { problem: string } | "not-owner">;
  removeWebhook: (personId: string, id: string) => Promise<boolean>;
  /** Sends one test message, without retries; null when there is no such webhook. */
  testWebhook: (id: string) => Promise<{ problem: string | null } | null>;
};

type Deps = {
  database: Database;
  secrets: Secrets;
  post: SafePost["post"];
  mayBePrivate: boolean;
  newId: () => string;
};

export function notificationsIn({ database, secrets, post, mayBePrivate, newId }: Deps): Notifications {
  return {
    publicKey: async () => (await vapidKeys(database, secrets))?.publicKey ?? null,
    devices: async (personId) =>
      (await subscriptionsOf(database, personId)).map(({ id, label, endpoint, created_at, last_at, last_problem }) => {
        return { id, label, host: hostOf(endpoint), createdAt: created_at, lastAt: last_at, problem: last_problem };
      }),
    addDevice: async ({ personId, tokenHash, role }, device) => {
      const problem = problemOfTarget(device.endpoint, { mayBePrivate: mayBePrivate && may(role, "manage-webhooks") });
      if (problem !== null) return { problem };
      const added = await subscribe(database, { id: newId(), person_id: personId, tokenHash, ...device }, mostDevices);
      if (added !== "too-many") return added;
      return { problem: `You have ${mostDevices} devices already. Remove some first.` };
    },
    removeDevice: (personId, id) => unsubscribe(database, { id, personId }, "person"),
    webhooks: async () => {
      const rows = await allWebhooks(database);
      const backlog = await backlogOf(
        database,
        rows.map(({ id }) => id),
      );
      const opened = rows.map((row) => ({ row, webhook: openWebhook(secrets, row) }));
      return opened.map(({ row, webhook }) => ({
        id: row.id,
        kind: row.kind,
        origin: URL.parse(webhook?.url ?? "")?.origin ?? "Unknown address",
        withArguments: row.with_arguments === 1,
        keyName: row.key_name,
        createdAt: row.created_at,
        lastAt: webhook === null ? null : row.last_at,
        problem: webhook === null ? sealedElsewhere : row.last_problem,
        waiting: backlog.get(row.id)?.due ?? 0,
        givenUp: backlog.get(row.id)?.dead ?? 0,
      }));
    },
    addWebhook: async (personId, { kind, url, withArguments, keyId: key_id }) => {
      const problem = problemOfTarget(url, { mayBePrivate });
      if (problem !== null) return { problem };
      if (key_id !== null && kind !== "signed") return { problem: "A webhook of a key must be a signed one." };
      const secret = newWebhookSecret();
      // Slack's messages hold words only, and an agent is told no more than that there is an answer.
      const with_arguments = withArguments && kind === "signed" && key_id === null ? 1 : 0;
      const about = { id: newId(), kind };
      const webhook = {
        ...about,
        url: secrets.seal(url, aboutSecret.webhook(about, "url")),
        secret: secrets.seal(secret, aboutSecret.webhook(about, "secret")),
        host: hostOf(url),
        with_arguments,
        key_id,
      } as const;
      const outcome = await addWebhook(database, personId, webhook, mostWebhooks);
      if (outcome === "not-owner") return outcome;
      if (outcome === "too-many") return { problem: `There are ${mostWebhooks} webhooks already. Remove some first.` };
      if (outcome === "no-key") return { problem: "You have no such key that asks before its own tools run." };
      if (outcome === "forbidden") return { problem: "Your role has changed meanwhile. Load the page again." };
      return { id: webhook.id, secret: kind === "signed" ? secret : null };
    },
    removeWebhook: (personId, id) => {
      const host = (row: WebhookRow) => hostOf(openWebhook(secrets, row)?.url ?? "");
      return removeWebhook(database, personId, { id, host });
    },
    testWebhook: async (id) => {
      const webhook = await webhookById(database, id);
      if (webhook === undefined) return null;
      const body = JSON.stringify(testMessage(webhook.kind, new Date().toISOString()));
      const sent = await postToWebhook({ post, secrets }, webhook, { id: `test-${newId()}`, body });
      const problem = "problem" in sent ? sent.problem : null;
      await noteWebhookTried(database, id, problem);
      return { problem };
    },
  };
}
