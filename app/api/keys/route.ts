import { z } from "zod";
import { clash, scopes, scopesOf } from "#lib/people/scope.ts";
import { mostAttested } from "#lib/verdict/client-terms.ts";
import { risks } from "#lib/verdict/risk.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem, signedOutMeanwhile } from "#lib/server/http/problem.ts";
import { clientTools } from "../limits.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";

const body = z.strictObject({
  name: z.string().trim().min(1).max(60),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  /** What its client may do through the gateway; only with `tools:call`. */
  client: z
    .strictObject({
      /** An Approve in the client counts for calls up to this risk; null: a person approves in the app. */
      attests: z.literal(risks.filter((risk) => risk <= mostAttested)).nullable(),
      /** Whether what the client cannot ask about waits in the inbox; else it is refused. */
      inbox: z.boolean().default(true),
      /** `empty` asks without a choice to make, so that the client's own Accept is an Approve. */
      form: z.enum(["choice", "empty"]).default("choice"),
      /** Names of the tools that it is offered; null: all. */
      tools: clientTools.nullable().default(null),
    })
    .optional(),
  /** Lifetime of the key. */
  days: z.int().min(1).max(90).default(30),
});

/** The person's own keys; everybody's for whoever oversees the instance. Never the keys' secrets. */
export const GET = guard({}, async ({ person }) => Response.json({ keys: await services().keys.list(person) }));

/** Makes a key that acts for this person. Only this answer contains its secret. */
export const POST = guard({ body, fresh: true }, async ({ person, body: asked, request }) => {
  if (clash(asked.scopes)) {
    const scope = "approvals:decide goes neither with tools:call nor with asks";
    return problem("bad-request", "One key cannot both call tools and answer for calls.", { scopes: scope });
  }
  const beyond = asked.scopes.filter((scope) => !scopesOf(person.role).includes(scope));
  if (beyond.length > 0) {
    const scope = `not for your role: ${beyond.join(", ")}`;
    return problem("forbidden", "Your role cannot give a key all of this.", { scopes: scope });
  }
  if (asked.client !== undefined && !asked.scopes.includes("tools:call")) {
    return problem("bad-request", "Only a key that calls tools has a client.", {
      client: "needs the scope tools:call",
    });
  }
  const { keys } = services();
  const tokenHash = sessionHashOf(request);
  const { client: terms, ...more } = asked;
  const made = await keys.make({ person, tokenHash }, { ...more, terms, scopes: [...new Set(asked.scopes)] });
  if (made === "signed-out") return problem("no-session", signedOutMeanwhile);
  if (made === "too-many") return problem("conflict", "You have fifty keys already. Revoke some first.");
  return Response.json(made, { status: 201 });
});
