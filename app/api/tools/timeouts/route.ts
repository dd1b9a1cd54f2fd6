import { z } from "zod";
import { longestUsual } from "#lib/approvals/usual-timeout.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../answer-change.ts";

const body = z.strictObject({
  chatMinutes: z.int().min(1).max(longestUsual.chatMinutes),
  othersHours: z.int().min(1).max(longestUsual.othersHours),
});

/** Sets how long cards wait where nothing was set for their tool. */
export const PUT = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: timeouts }) =>
  answerChange(await services().tools.setUsualTimeouts({ person, timeouts })),
);
