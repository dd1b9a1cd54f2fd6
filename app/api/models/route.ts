import { z } from "zod";
import { accountProviders } from "#lib/chat/model-connection.ts";
import { may } from "#lib/people/may.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem, signedOutMeanwhile } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";

const body = z.strictObject({
  provider: z.enum(accountProviders),
  /** Of a server with OpenAI's API; null: the provider's own address. */
  address: z.string().trim().min(1).max(2_000).nullable(),
  apiKey: z.string().trim().min(1).max(1_000).nullable(),
  /** Whether only this person uses it. */
  isPersonal: z.boolean(),
});

/**
 * The accounts that this person sees, what the environment names, what this person's chats may choose from, and whether
 * this person connects models for everybody.
 */
export const GET = guard({}, ({ person }) => {
  const { accounts, models } = services();
  return Response.json({
    connections: accounts.list(person),
    environment: accounts.environment,
    choices: models.choicesFor(person.id),
    mayManage: may(person.role, "manage-models"),
  });
});

/** Connects an account, if its provider lists its models. Nothing shows the key again. */
export const POST = guard({ fresh: true, body }, async ({ person, body: given, request }) => {
  const { accounts } = services();
  const tokenHash = sessionHashOf(request);
  const connected = await accounts.connect({ ...person, tokenHash }, given);
  if (connected === "signed-out") return problem("no-session", signedOutMeanwhile);
  if (connected === "forbidden") {
    return problem("forbidden", "Only an owner connects models for everybody, or a server by its address.");
  }
  return "problem" in connected
    ? problem("does-not-fit", connected.problem)
    : Response.json(connected, { status: 201 });
});
