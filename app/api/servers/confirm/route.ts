import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../../tools/answer-change.ts";
import { confirmation, serverName } from "../../tools/names.ts";

const body = z.strictObject({
  id: serverName,
  /** The sentence that names what is agreed to besides, where one was asked for. */
  confirm: confirmation,
  digest: z.string().regex(/^[0-9a-f]{64}$/, "must be the digest that was shown with the command"),
});

/** Allows a server to start, or its file's loosening, exactly as it was shown. */
export const POST = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: given }) =>
  answerChange(await services().tools.confirmServer({ person, ...given })),
);
