import { startNotifier } from "#lib/notify/notifier.ts";
import { safePost } from "#lib/notify/safe-post.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Access } from "#lib/server/settings/access.ts";
import { idOfAddress } from "#lib/server/settings/audit-settings.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { notificationsIn, type Notifications } from "#lib/server/approvals/notifications.ts";

/** A webhook or push service that takes longer counts as one that does not answer. */
const timeoutMs = 10_000;

type Parts = { env: Env; access: Access; database: Database; log: Log; newId: () => string };

type Built = {
  notifications: Notifications;
  /** Says that an approval may have changed. */
  nudge: () => void;
  /** Resolves when nothing is on its way any more. */
  stop: () => Promise<void>;
};

/** All that tells people and programs of approvals outside of the page. */
export function buildNotifications({ env, access, database, log, newId }: Parts): Built {
  const mayBePrivate = env.notifyPrivate;
  const { post, close } = safePost({ mayBePrivate, timeoutMs });
  // Those addresses are in the operator's own variable, and may be next door.
  const toHeads = safePost({ mayBePrivate: true, timeoutMs });
  const addresses = new Map(env.audit.heads.addresses.map((address) => [idOfAddress(address), address]));
  const heads = { post: toHeads.post, addresses };
  const origin = env.publicOrigin ?? access.origin;
  const { nudge, stop } = startNotifier({ database, post, origin, heads, newId, log });
  return {
    notifications: notificationsIn({ database, post, mayBePrivate, newId }),
    nudge,
    stop: async () => {
      const stopped = stop();
      // Nobody waits for an address that hangs: what is on its way is sent again later.
      await Promise.all([close(), toHeads.close()]);
      await stopped;
    },
  };
}
