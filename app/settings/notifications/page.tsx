import { NotificationsScreen } from "#components/settings/notifications/notifications-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function NotificationsPage(person) {
  const { notifications } = services();
  const [publicKey, devices, webhooks] = await Promise.all([
    notifications.publicKey(),
    notifications.devices(person.id),
    may(person.role, "manage-webhooks") ? notifications.webhooks() : null,
  ]);
  return <NotificationsScreen publicKey={publicKey} devices={devices} webhooks={webhooks} />;
});
