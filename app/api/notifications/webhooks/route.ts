import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({
  kind: z.enum(["signed", "slack"]),
  url: z.string().trim().min(1).max(2_000),
  withArguments: z.boolean().default(false),
  /** One's own key whose decided asks it hears of, and of nothing else; null: of every approval. */
  keyId: z.string().min(1).max(64).nullable().default(null),
});

/** The webhooks and their state. */
export const GET = guard({ may: "manage-webhooks" }, async () =>
  Response.json({ webhooks: await services().notifications.webhooks() }),
);

/** Adds a webhook; only an owner adds one that sends arguments. Only this answer contains its secret. */
export const POST = guard({ may: "manage-webhooks", fresh: true, body }, async ({ person, body: webhook }) => {
  const added = await services().notifications.addWebhook(person.id, webhook);
  if (added === "not-owner") return problem("forbidden", "Only an owner may let a webhook send arguments.");
  return "problem" in added
    ? problem("does-not-fit", added.problem, { url: added.problem })
    : Response.json(added, { status: 201 });
});
