import { z } from "zod";
import { riskNamed, riskNames } from "#lib/verdict/risk.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../tools/answer-change.ts";
import { confirmation } from "../tools/names.ts";

/** The person's clients, what was observed of them, and their latest calls. */
export const GET = guard({}, async ({ person }) =>
  Response.json({ clients: await services().clients.list(person.id) }),
);

const body = z.strictObject({ mostRisk: z.enum(riskNames), confirm: confirmation });

/** Sets the highest risk of tools that clients are offered. */
export const PATCH = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: asked }) =>
  answerChange(
    await services().tools.setMostRisk({ person, mostRisk: riskNamed(asked.mostRisk), confirm: asked.confirm }),
  ),
);
