import { PoliciesScreen } from "#components/settings/policies/policies-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function PoliciesPage(person) {
  const { policies, tools } = services();
  const mayChange = may(person.role, "manage-tools");
  const mayLoosen = may(person.role, "loosen-tools");
  return (
    <PoliciesScreen
      timeouts={tools.usualTimeouts()}
      // A waiting change shows a file, conditions may name people, and suggestions show calls of others.
      overview={await policies.overview({ all: mayChange })}
      suggestions={mayLoosen ? await policies.suggestions() : []}
      mayChange={mayChange}
      mayLoosen={mayLoosen}
    />
  );
});
