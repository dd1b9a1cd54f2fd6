import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem, signedOutMeanwhile } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";

/** A point on P-256, uncompressed, and 16 bytes, as base64url: encryption accepts nothing else. */
const body = z.strictObject({
  endpoint: z.string().min(1).max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[\w-]{86}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  label: z.string().trim().min(1).max(80),
});

/** This person's subscribed browsers, and the public key that a further one needs. */
export const GET = guard({}, async ({ person }) => {
  const { notifications } = services();
  const [publicKey, devices] = await Promise.all([notifications.publicKey(), notifications.devices(person.id)]);
  return Response.json({ publicKey, devices });
});

/** Subscribes a browser of this person to push messages. */
export const POST = guard({ body }, async ({ person, body: { endpoint, keys, label }, request }) => {
  const { notifications } = services();
  const by = {
    personId: person.id,
    role: person.role,
    tokenHash: sessionHashOf(request),
  };
  const added = await notifications.addDevice(by, { endpoint, ...keys, label });
  if (added === "signed-out") return problem("no-session", signedOutMeanwhile);
  return "problem" in added ? problem("does-not-fit", added.problem) : Response.json(added, { status: 201 });
});
