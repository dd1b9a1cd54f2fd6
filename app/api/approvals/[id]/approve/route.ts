import { z } from "zod";
import { endSaidTwice, grantFrom, grantShape } from "../../../grant-shape.ts";
import { confirmText, jsonObject } from "../../../limits.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { answerByRest, answered } from "../answer.ts";

const body = z.strictObject({
  modifiedArguments: jsonObject.optional(),
  /** Only from the person's own session. */
  grant: grantShape.optional(),
  note: z.string().max(4_000).optional(),
  confirm: confirmText.optional(),
  digest: z.string().max(200).optional(),
  /** How many `changes` of its view the person saw; refused where there are more. */
  changesSeen: z.int().min(0).max(1_000).optional(),
  /** The id of the preview that the person looked at; the approval counts for what was read for it. */
  preview: z.string().max(200).optional(),
  /** The `again` of a refusal: the person has seen why the edited call asks again. */
  seen: z.string().max(200).optional(),
});

/**
 * Approves one call; with `modifiedArguments` exactly these run, else the proposed ones (S2.5: edited arguments, S2.6:
 * they run byte for byte).
 */
export const POST = guard(
  { body, scope: "approvals:decide", summary: "Approve a call, as it is or with other arguments", replies: answered },
  ({ body: { modifiedArguments, ...said }, ...by }) => {
    if (by.key && said.grant) return problem("forbidden", "A program cannot give grants: a person does, in the app.");
    const grant = said.grant === undefined ? undefined : grantFrom(said.grant);
    if (grant === null) return problem("bad-request", endSaidTwice);
    return answerByRest(by, { action: "accept", arguments: modifiedArguments, ...said, grant });
  },
);
