import { z } from "zod";
import { mostFollowed } from "#lib/chat/attached-resource.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { serverName } from "../../tools/names.ts";
import { answerRead } from "../answer-read.ts";
import { resourceAddress } from "../prompt-names.ts";

const followed = z.strictObject({ server: serverName, uri: resourceAddress });
const body = z.strictObject({ resources: z.array(followed).min(1).max(mostFollowed) });

/** Which of these resources changed, as far as their servers say so. */
export const POST = guard({ body }, ({ person, body: { resources }, request: { signal } }) =>
  answerRead(
    services()
      .tools.sources.changed({ personId: person.id, resources, signal })
      .then((changed) => ({ changed })),
  ),
);
