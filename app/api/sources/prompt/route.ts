import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { serverName } from "../../tools/names.ts";
import { answerRead } from "../answer-read.ts";
import { promptName, promptValues } from "../prompt-names.ts";

const body = z.strictObject({ server: serverName, name: promptName, arguments: promptValues });

/** What a server makes of one of its prompts; nothing is sent to a model. */
export const POST = guard({ body }, ({ person, body: asked, request: { signal } }) =>
  answerRead(services().tools.sources.prompt({ ...asked, personId: person.id, signal })),
);
