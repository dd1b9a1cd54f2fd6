import { ClientsScreen } from "#components/settings/clients-screen.tsx";
import type { Offer } from "#components/settings/client-offer.tsx";
import { SelfTests } from "#components/settings/self-tests.tsx";
import type { ToolsPage } from "#lib/policies/changes/tools-page.ts";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { toolChoices } from "../tool-choices.ts";

export default pageFor(async function ClientsPage(person) {
  const { clients, keys, clientSignIn, access, tools } = services();
  const [known, page, all] = await Promise.all([clients.list(person.id), tools.page(), keys.list(person)]);
  const offer = { ...offerOf(page), mayManage: may(person.role, "manage-tools") };
  const signedIn = {
    keys: all,
    personId: person.id,
    signIn: clientSignIn && (clientSignIn.server === null ? ("issuer" as const) : ("here" as const)),
    mayLetIn: may(person.role, "restore-clients"),
    tools: toolChoices(person.id),
  };
  const origin = access.publicOrigin ?? access.origin;
  return (
    <>
      <ClientsScreen clients={known} offer={offer} signedIn={signedIn} origin={origin} />
      <SelfTests clients={known} />
    </>
  );
});

function offerOf({ servers, mostRisk }: ToolsPage): Offer {
  const tools = servers.flatMap((server) => server.tools);
  const accepted = tools.filter(({ review }) => review === "accepted");
  const because = (why: "risk" | "chat-only" | null) => accepted.filter((tool) => tool.notForClients === why);
  return {
    mostRisk,
    offered: because(null).length,
    tooRisky: because("risk").map(({ title }) => title),
    chatOnly: because("chat-only").map(({ title }) => title),
    waiting: tools.length - accepted.length,
  };
}
