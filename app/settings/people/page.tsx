import { headers } from "next/headers";
import { NoTeam } from "#components/settings/people/no-team.tsx";
import { PeopleScreen } from "#components/settings/people/people-screen.tsx";
import { may } from "#lib/approvals/may.ts";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PeoplePage({ searchParams }: Props) {
  const person = await personOfPage();
  if (person === null) return null;
  const { team } = services();
  if (team === null) return <NoTeam />;
  const { refused } = await searchParams;
  const [ways, browsers, roster] = await Promise.all([
    team.doors.waysOf(person),
    team.sessionsOf(person, (await headers()).get("cookie")),
    may(person.role, "manage-people") ? team.roster() : null,
  ]);
  const arrived = { providerName: team.providerName, refused: typeof refused === "string" ? refused : null };
  return <PeopleScreen self={person} ways={{ ...ways, ...arrived }} browsers={browsers} roster={roster} />;
}
