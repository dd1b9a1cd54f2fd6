import { approvalToTell } from "#lib/store/approvals/approval-to-tell.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { NewDelivery } from "#lib/store/audit/outbox.ts";
import { browsersToTell } from "#lib/store/people/push-subscriptions.ts";
import type { OutboxRow } from "#lib/store/schema/notification-tables.ts";
import { allWebhooks } from "#lib/store/notify/webhooks.ts";
import { pushMessage } from "./push-message.ts";
import { signedMessage, slackMessage } from "./signed-message.ts";

type Deps = { database: Database; origin: string; newId: () => string };

/**
 * Every message about one event: to all webhooks, and while the approval is open to the browsers of those who may
 * answer.
 */
export async function messagesAbout({ database, origin, newId }: Deps, outbox: OutboxRow): Promise<NewDelivery[]> {
  const { event, approval_id: approvalId } = outbox;
  const approval = await approvalToTell(database, approvalId);
  // One of several necessary answers settles nothing yet.
  if (event === "approval.settled" && approval?.status === "pending") return [];
  if (event === "approval.opened" && approval === undefined) return [];
  const about = { outbox, approval, origin };
  const message = (target_kind: NewDelivery["target_kind"], target_id: string, body: object): NewDelivery => {
    return { id: newId(), target_kind, target_id, event, approval_id: approvalId, body_json: JSON.stringify(body) };
  };
  const webhooks = (await allWebhooks(database)).filter(({ key_id: keyId }) => keyId === null);
  const messages = webhooks.map(({ id, kind, with_arguments: withArguments }) =>
    message(
      "webhook",
      id,
      kind === "slack" ? slackMessage(about) : signedMessage(about, { withArguments: withArguments === 1 }),
    ),
  );
  if (event === "approval.settled" || approval?.status !== "pending") return messages;
  for (const { id, language } of await browsersToTell(database, approvalId))
    messages.push(message("push", id, pushMessage(approval, language)));
  return messages;
}
