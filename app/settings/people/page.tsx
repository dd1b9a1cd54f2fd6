import { NoTeam } from "#components/settings/people/no-team.tsx";
import { PeopleScreen } from "#components/settings/people/people-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor, shownByPage } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default pageFor(async function PeoplePage(person, { searchParams }: Props) {
  const { chats, sessions, team } = services();
  const browsers = await sessions.listOf(person, await shownByPage());
  if (team === null) return <NoTeam browsers={browsers} />;
  const { refused } = await searchParams;
  const [ways, list, roster, showsNewChats] = await Promise.all([
    team.signInWays.waysOf(person),
    team.passkeys.listOf(person),
    may(person.role, "manage-people") ? team.roster() : null,
    chats.showsNew(person.id),
  ]);
  const passkeys = { arePossible: team.passkeys.arePossible, list };
  const arrived = { providerName: team.providerName, refused: typeof refused === "string" ? refused : null };
  return (
    <PeopleScreen
      self={person}
      ways={{ ...ways, ...arrived }}
      passkeys={passkeys}
      browsers={browsers}
      roster={roster}
      showsNewChats={showsNewChats}
    />
  );
});
