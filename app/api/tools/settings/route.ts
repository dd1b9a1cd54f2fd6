import { z } from "zod";
import { writtenPreview } from "#lib/approvals/preview/preview-setting.ts";
import { whoOf, writtenWho } from "#lib/people/written-who.ts";
import { exposures } from "#lib/verdict/exposure.ts";
import { riskNamed, riskNames } from "#lib/verdict/risk.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { answerChange } from "../answer-change.ts";
import { confirmation, serverName, toolName } from "../names.ts";

const ninetyDays = 90 * 24 * 60 * 60 * 1000;
const body = z.strictObject({
  server: serverName,
  tool: toolName,
  /** null: as mcp.json or the tool's own code says. */
  changes: z.strictObject({
    approval: z.enum(["inherit", "always", "never"]).nullish(),
    prompt: z.string().min(1).max(2_000).nullish(),
    risk: z.enum(riskNames).nullish(),
    timeoutMs: z.int().min(30_000).max(ninetyDays).nullish(),
    who: writtenWho.nullish(),
    exposure: z.enum(exposures).nullish(),
    preview: writtenPreview.nullish(),
  }),
  confirm: confirmation,
});

/**
 * Changes the settings of one tool in the app. What lowers its protection needs a confirmation (S0.7: lowering is asked
 * about).
 */
export const PUT = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: asked }) => {
  const { risk, who, ...rest } = asked.changes;
  const changes = {
    ...rest,
    ...(risk !== undefined && { risk: risk === null ? null : riskNamed(risk) }),
    ...(who !== undefined && { who: who === null ? null : whoOf(who) }),
  };
  return answerChange(await services().tools.changeTool({ person, ...asked, changes }));
});
