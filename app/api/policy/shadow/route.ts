import { z } from "zod";
import { may } from "#lib/people/may.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ on: z.boolean() });

/** Shadow mode of the whole app: calls are shown and nothing runs. */
export const PUT = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: { on } }) => {
  const by = { personId: person.id, mayLoosen: may(person.role, "loosen-tools") };
  const set = await services().policies.change.setShadow(by, on);
  return set === "set"
    ? Response.json({ on })
    : problem("forbidden", "Only an owner turns shadow mode off for the whole app.");
});
