import { z } from "zod";
import { roles } from "#lib/people/role.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

const body = z.union([z.strictObject({ role: z.enum(roles) }), z.strictObject({ disabled: z.boolean() })]);

/** Changes a role, or disables or re-enables somebody. */
export const PATCH = guard({ body, may: "manage-people", fresh: true }, async ({ person, params, body: change }) => {
  const { team, chats } = services();
  if (team === null) return noTeam();
  const outcome = await team.change(person, params["id"] ?? "", change);
  if (outcome !== "changed") return refusalResponse(outcome);
  if ("disabled" in change && change.disabled) await chats.stopAll(params["id"] ?? "");
  return Response.json({});
});
