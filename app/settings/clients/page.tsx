import { ClientsScreen } from "#components/settings/clients-screen.tsx";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function ClientsPage({ id }) {
  const { clients, access } = services();
  return <ClientsScreen sessions={await clients(id)} origin={access.publicOrigin ?? access.origin} />;
});
