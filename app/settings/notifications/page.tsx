import { NotificationsScreen } from "#components/settings/notifications/notifications-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function NotificationsPage(person) {
  const { notifications, keys } = services();
  const [publicKey, devices, webhooks, all] = await Promise.all([
    notifications.publicKey(),
    notifications.devices(person.id),
    may(person.role, "manage-webhooks") ? notifications.webhooks() : null,
    keys.list(person),
  ]);
  const askKeys = all
    .filter(({ owner, scopes, revokedAt, expiresAt }) => {
      return owner.id === person.id && scopes.includes("asks") && revokedAt === null && expiresAt > Date.now();
    })
    .map(({ id, name }) => ({ id, name }));
  return (
    <NotificationsScreen
      publicKey={publicKey}
      devices={devices}
      webhooks={webhooks}
      askKeys={askKeys}
      maySendArguments={may(person.role, "send-arguments")}
    />
  );
});
