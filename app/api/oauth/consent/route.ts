import { z } from "zod";
import { mostAttested } from "#lib/verdict/client-terms.ts";
import { risks } from "#lib/verdict/risk.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem, signedOutMeanwhile } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";
import { notOn } from "../not-on.ts";

const body = z.strictObject({
  /** What the client asks for: the query with which it sent the person here. */
  query: z.string().max(8_192),
  /** null: the person does not let it in. */
  consent: z
    .strictObject({
      /** By which the person knows it again. */
      name: z.string().trim().min(1).max(60),
      /** An Approve in the client counts for calls up to this risk; null: a person approves in the app. */
      attests: z.literal(risks.filter((risk) => risk <= mostAttested)).nullable(),
    })
    .nullable(),
});

/** Lets a client in that asks for it, or refuses it. Answers where the person's browser goes. */
export const POST = guard({ body, fresh: true }, async ({ person, request, body: { query, consent } }) => {
  const { clientSignIn } = services();
  const server = clientSignIn?.server;
  if (server == null) return notOn();
  const tokenHash = sessionHashOf(request);
  const terms = consent && { tools: null, inbox: true, attests: consent.attests };
  const agreed = consent && terms && { name: consent.name, terms };
  const decided = await (await server()).decide({ person, tokenHash }, query, agreed);
  if (decided === "signed-out") return problem("no-session", signedOutMeanwhile);
  if (decided === "too-many") return problem("conflict", "You have fifty keys and clients already. Revoke some first.");
  if ("wrong" in decided) return problem("bad-request", decided.wrong);
  return Response.json({ to: decided.back });
});
