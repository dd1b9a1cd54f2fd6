import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { serverName } from "../../tools/names.ts";
import { answerRead } from "../answer-read.ts";
import { argumentName, argumentValue, promptName, promptValues, resourceAddress } from "../prompt-names.ts";

const body = z.strictObject({
  server: serverName,
  of: z.union([z.strictObject({ name: promptName }), z.strictObject({ template: resourceAddress })]),
  argument: z.strictObject({ name: argumentName, value: argumentValue }),
  given: promptValues,
});

/** Values that a server suggests for an argument of its prompt, or a variable of its template. */
export const POST = guard({ body }, ({ person, body: asked, request: { signal } }) =>
  answerRead(
    services()
      .tools.sources.complete({ ...asked, personId: person.id, signal })
      .then((values) => ({ values })),
  ),
);
