import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({
  kind: z.enum(["signed", "slack"]),
  url: z.string().trim().min(1).max(2_000),
  withArguments: z.boolean().default(false),
});

/** The addresses that hear of every approval, and how it goes with them. */
export const GET = guard({ may: "manage-webhooks" }, async () =>
  Response.json({ webhooks: await services().notifications.webhooks() }),
);

/** Adds one. The answer is the one time that its secret is told. */
export const POST = guard({ may: "manage-webhooks", fresh: true, body }, async ({ person, body: webhook }) => {
  const added = await services().notifications.addWebhook(person.id, webhook);
  return "problem" in added
    ? problem("does-not-fit", added.problem, { url: added.problem })
    : Response.json(added, { status: 201 });
});
