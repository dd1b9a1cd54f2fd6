import { z } from "zod";
import { exposures } from "#lib/verdict/exposure.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../tools/answer-change.ts";
import { confirmation, serverName } from "../tools/names.ts";

/** The tool servers, their state and their tools. */
export const GET = guard({}, () => Response.json(services().servers()));

const words = z.string().max(4_000);
const entry = z.strictObject({
  title: z.string().min(1).max(80).optional(),
  command: words.min(1).optional(),
  args: z.array(words).max(200).optional(),
  env: z.record(z.string(), words).optional(),
  cwd: words.min(1).optional(),
  type: z.literal("sse").optional(),
  url: words.optional(),
  headers: z.record(z.string(), words).optional(),
  oauth: z
    .union([
      z.literal(false),
      z.strictObject({
        who: z.enum(["person", "instance"]).optional(),
        grant: z.enum(["authorization_code", "client_credentials"]).optional(),
        issuer: words.min(1).optional(),
        clientId: words.min(1).optional(),
        clientSecret: words.min(1).optional(),
        scope: words.min(1).optional(),
      }),
    ])
    .optional(),
});
const ownName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "must be small letters, digits, - and _, at most 40");
const changing = { may: "manage-tools", fresh: true } as const;

/** Adds a server. Nothing of it starts before its exact command or address is confirmed. */
const adding = z.strictObject({ id: ownName, entry, confirm: confirmation });
export const POST = guard({ ...changing, body: adding }, async ({ person, body }) =>
  answerChange(await services().tools.addServer({ person, ...body })),
);

/** Replaces the entry of a server that was added in the app. */
export const PUT = guard({ ...changing, body: z.strictObject({ id: serverName, entry }) }, async ({ person, body }) =>
  answerChange(await services().tools.editServer({ person, ...body })),
);

const switches = z.strictObject({
  id: serverName,
  disabled: z.boolean().optional(),
  trusted: z.boolean().nullish(),
  exposure: z.enum(exposures).nullish(),
  apps: z.boolean().optional(),
  confirm: confirmation,
});

/** Switches a server or its apps off or on, or sets whether it is trusted and where its tools are on offer. */
export const PATCH = guard({ ...changing, body: switches }, async ({ person, body }) =>
  answerChange(await services().tools.switchServer({ person, ...body })),
);

/** Removes a server that was added in the app: `?id=`. */
export const DELETE = guard(changing, async ({ person, query }) => {
  const id = query.get("id");
  if (id === null) return problem("bad-request", "Say which server: DELETE /api/servers?id=…");
  return answerChange(await services().tools.removeServer({ person, id }));
});
