import { NoTeam } from "#components/settings/people/no-team.tsx";
import { PeopleScreen } from "#components/settings/people/people-screen.tsx";
import { may } from "#lib/approvals/may.ts";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";

export default async function PeoplePage() {
  const person = await personOfPage();
  if (person === null) return null;
  const { team } = services();
  if (team === null) return <NoTeam />;
  const roster = may(person.role, "manage-people") ? await team.roster() : null;
  return <PeopleScreen self={person} hasPassword={await team.doors.hasPassword(person)} roster={roster} />;
}
