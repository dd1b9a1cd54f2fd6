import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ on: z.boolean() });

/** Whether new chats of the person show the words around a call to who may answer it. */
export const PUT = guard({ body }, async ({ person, body: { on } }) => {
  await services().chats.showNew(person.id, on);
  return new Response(null, { status: 204 });
});
