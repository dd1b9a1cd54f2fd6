import { z } from "zod";
import { grantTool } from "#lib/gate/answer/grant-tool.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem, signedOutMeanwhile } from "#lib/server/http/problem.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";
import { services } from "#lib/server/api/services.ts";
import { endSaidTwice, grantFrom, grantShape } from "../grant-shape.ts";

const body = z.strictObject({
  /** The tool's name for models, and the fingerprint of the definition that was shown. */
  wireName: z.string().min(1).max(200),
  fingerprint: z.string().min(1).max(200),
  grant: grantShape,
});

/** The person's own grants in force, and the latest that have ended. */
export const GET = guard({}, async ({ person }) => Response.json(await services().grants.list(person.id)));

/** Gives a grant for every chat, without a call. Needs a person with a fresh sign-in. */
export const POST = guard({ body, fresh: true }, async ({ person, body: { grant, ...tool }, request: asked }) => {
  const request = grantFrom(grant);
  if (request === null) return problem("bad-request", endSaidTwice);
  const { agent } = services();
  const by = { personId: person.id, tokenHash: sessionHashOf(asked) };
  const outcome = await grantTool(agent.gate, { ...by, ...tool, request });
  if ("given" in outcome) return Response.json({ id: outcome.given }, { status: 201 });
  if ("problems" in outcome) {
    const fields = Object.fromEntries(outcome.problems.map(({ path, message }) => [path, message]));
    return problem("does-not-fit", outcome.problems.map(({ message }) => message).join(" "), fields);
  }
  if (outcome.refused === "signed-out") return problem("no-session", signedOutMeanwhile);
  if (outcome.refused === "unknown") return problem("not-found", "There is no such tool at present.");
  return problem("conflict", "The tool changed since it was shown. Reload, and look at it again.");
});
