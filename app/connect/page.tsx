import { ConsentScreen } from "#components/settings/consent-screen.tsx";
import { services } from "#lib/server/api/services.ts";
import { sayIn } from "#lib/words/say.ts";
import { pageFor } from "../page-session.ts";
import { speechOfPage } from "../speech-of-page.ts";
import { pageWords } from "../words.en.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where a client sends a person who is to let it in: the authorization endpoint of OAuth. */
export default pageFor(async function ConnectPage({ name }, { searchParams }: Props) {
  const { clientSignIn, team } = services();
  const server = clientSignIn?.server;
  const person = team && name;
  if (server == null) {
    const wrong = sayIn(await speechOfPage(), pageWords)("clientsDoNotSignIn");
    return <ConsentScreen asked={{ wrong }} query="" person={person} />;
  }
  const pairs = Object.entries(await searchParams).flatMap(([key, value]) =>
    [value ?? []].flat().map((one): [string, string] => [key, one]),
  );
  const query = new URLSearchParams(pairs).toString();
  return <ConsentScreen asked={await (await server()).ask(query)} query={query} person={person} />;
});
