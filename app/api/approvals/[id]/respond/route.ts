import { z } from "zod";
import { longestResponse } from "#lib/approvals/decision.ts";
import { guard } from "#lib/server/api/guard.ts";
import { answerByRest, answered } from "../answer.ts";

const body = z.strictObject({
  response: z.string().trim().min(1).max(longestResponse).meta({ description: "The person's words for the model" }),
});

/** Answers in the place of the tool: it is not run, and the model is told the person's words as theirs. */
export const POST = guard(
  {
    body,
    scope: "approvals:decide",
    summary: "Answer in the tool's place, which then does not run; the model is told a person's words",
    replies: answered,
  },
  ({ body: { response }, ...by }) => answerByRest(by, { action: "respond", response }),
);
