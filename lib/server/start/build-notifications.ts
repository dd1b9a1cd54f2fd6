import { startNotifier } from "#lib/notify/notifier.ts";
import { safePost } from "#lib/notify/safe-post.ts";
import { isNotified } from "#lib/store/audit/outbox.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Recorded } from "#lib/store/engine/recorded.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import type { Access } from "#lib/server/settings/access.ts";
import { idOfAddress } from "#lib/server/settings/audit-settings.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { notificationsIn, type Notifications } from "#lib/server/approvals/notifications.ts";

/** A webhook or push service that takes longer counts as not answering. */
const timeoutMs = 10_000;

type Parts = { env: Env; access: Access; database: Database; secrets: Secrets; log: Log; newId: () => string };

type Built = {
  notifications: Notifications;
  /** Hears what was recorded: somebody may have to be told. */
  recorded: (rows: readonly Recorded[]) => void;
  /** Resolves when no message is being sent any more. */
  stop: () => Promise<void>;
};

/** Builds all notifications of approvals outside of the page. */
export function buildNotifications({ env, access, database, secrets, log, newId }: Parts): Built {
  const mayBePrivate = env.notifyPrivate;
  const { post, close } = safePost({ mayBePrivate, timeoutMs });
  const toPublic = safePost({ mayBePrivate: false, timeoutMs });
  // The operator's own variable names these addresses, so they may be in a private network.
  const toHeads = safePost({ mayBePrivate: true, timeoutMs });
  const addresses = new Map(env.audit.heads.addresses.map((address) => [idOfAddress(address), address]));
  const heads = { post: toHeads.post, addresses };
  const origin = env.publicOrigin ?? access.origin;
  const publicPost = toPublic.post;
  const { nudge, stop } = startNotifier({ database, secrets, post, publicPost, origin, heads, newId, log });
  return {
    notifications: notificationsIn({ database, secrets, post, mayBePrivate, newId }),
    recorded: (rows) => {
      if (rows.some(isNotified)) nudge();
    },
    stop: async () => {
      const stopped = stop();
      // An address that hangs delays nobody: an open message is sent again later.
      await Promise.all([close(), toPublic.close(), toHeads.close()]);
      await stopped;
    },
  };
}
