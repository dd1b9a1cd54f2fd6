import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { serverName } from "../../tools/names.ts";
import { answerRead } from "../answer-read.ts";
import { promptValues, resourceAddress } from "../prompt-names.ts";

const body = z.union([
  z.strictObject({ server: serverName, uri: resourceAddress }),
  z.strictObject({ server: serverName, template: resourceAddress, values: promptValues }),
]);

/** Reads one resource through its server, for a person who asked for it. */
export const POST = guard({ body }, ({ person, body: asked, request: { signal } }) =>
  answerRead(services().tools.sources.read({ ...asked, personId: person.id, signal })),
);
