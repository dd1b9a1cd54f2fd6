import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import type { WebhookRow } from "#lib/store/schema/notification-tables.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";

/** Null when this instance cannot open both: a secret never signs what goes to an address put in by somebody else. */
export function openWebhook(
  secrets: Secrets,
  row: Pick<WebhookRow, "id" | "kind" | "url" | "secret">,
): Pick<WebhookRow, "url" | "secret"> | null {
  const [url, secret] = (["url", "secret"] as const).map((column) =>
    secrets.open(row[column], aboutSecret.webhook(row, column)),
  );
  const isMixed = (url === row.url) !== (secret === row.secret);
  return url == null || secret == null || isMixed ? null : { url, secret };
}
