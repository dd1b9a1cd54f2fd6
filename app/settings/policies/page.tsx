import { PoliciesScreen } from "#components/settings/policies/policies-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { speechOfPage } from "../../speech-of-page.ts";
import { services } from "#lib/server/api/services.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default pageFor(async function PoliciesPage(person, { searchParams }: Props) {
  const { policies, tools } = services();
  const mayChange = may(person.role, "manage-tools");
  const mayLoosen = may(person.role, "loosen-tools");
  const { server, tool } = await searchParams;
  const isAbout = typeof server === "string" && typeof tool === "string";
  return (
    <PoliciesScreen
      // A link to another tool begins another draft.
      key={`${String(server)} ${String(tool)}`}
      known={mayChange ? policies.known() : []}
      draftFor={isAbout ? { server, tool } : null}
      timeouts={tools.usualTimeouts()}
      // A waiting change shows a file, conditions may name people, and suggestions show calls of others.
      overview={await policies.overview({ all: mayChange, speech: await speechOfPage() })}
      suggestions={mayLoosen ? await policies.suggestions() : []}
      mayChange={mayChange}
      mayLoosen={mayLoosen}
    />
  );
});
