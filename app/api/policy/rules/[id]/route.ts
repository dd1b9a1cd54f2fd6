import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Removes a rule that was added in the app. Removing one that asks or refuses loosens, which only an owner may. */
export const DELETE = guard({ may: "manage-tools", fresh: true }, async ({ person, params }) => {
  const by = { personId: person.id };
  const removed = await services().policies.change.removeRule(by, params["id"] ?? "");
  if (removed === "forbidden") return problem("forbidden", "Only an owner removes rules that hold calls back.");
  if (removed === "unknown") return problem("not-found", "There is no such rule.");
  return new Response(null, { status: 204 });
});
