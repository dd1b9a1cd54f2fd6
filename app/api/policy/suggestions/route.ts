import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ key: z.string().regex(/^[0-9a-f]{64}$/), tool: z.string().max(200) });

/** Suggested rules for calls that people often approve unchanged; they show the arguments of anybody's calls. */
export const GET = guard({ may: "loosen-tools" }, async () =>
  Response.json({ suggestions: await services().policies.suggestions() }),
);

/** Dismisses a suggestion for good. */
export const POST = guard({ body, may: "loosen-tools" }, async ({ person, body: { key, tool } }) => {
  await services().policies.dismiss({ personId: person.id, key, tool });
  return Response.json({ success: true });
});
