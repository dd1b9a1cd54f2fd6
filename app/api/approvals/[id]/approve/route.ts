import { z } from "zod";
import { jsonObject } from "../../../limits.ts";
import { guard } from "#lib/server/guard.ts";
import { answerByRest } from "../answer.ts";

const body = z.strictObject({
  modifiedArguments: jsonObject.optional(),
  note: z.string().max(4_000).optional(),
  digest: z.string().max(200).optional(),
});

/** Approves one call; with `modifiedArguments` exactly these run, else the proposed ones (S2.5, S2.6). */
export const POST = guard({ body, scope: "approvals:decide" }, ({ body: { modifiedArguments, ...rest }, ...by }) =>
  answerByRest(by, { action: "accept", arguments: modifiedArguments, ...rest }),
);
