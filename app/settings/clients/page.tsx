import { ClientsScreen } from "#components/settings/clients-screen.tsx";
import { SelfTests } from "#components/settings/self-tests.tsx";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function ClientsPage(person) {
  const { clients, keys, clientSignIn, access, selfTests } = services();
  const [sessions, all] = await Promise.all([clients(person.id), keys.list(person)]);
  const signedIn = { keys: all, personId: person.id, maySignIn: clientSignIn !== null };
  const origin = access.publicOrigin ?? access.origin;
  return (
    <>
      <ClientsScreen sessions={sessions} signedIn={signedIn} origin={origin} />
      <SelfTests runs={await selfTests(person.id)} />
    </>
  );
});
