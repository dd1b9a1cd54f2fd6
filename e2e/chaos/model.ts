import { setTimeout as sleep } from "node:timers/promises";
import { toldModel } from "#e2e/support/told-model.ts";
import type { Models } from "#lib/models/models.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { planIn } from "./plan.ts";
import { serverId } from "./tools.ts";

/** A model that does what the person's message plans, step by step, whichever process asks it. */
export function planModel(): Models {
  const model = toldModel((text, step) => {
    const calls = planIn(text).steps[step] ?? [];
    // Long enough to be killed in the middle of.
    const hold = sleep(Math.random() * 40);
    if (calls.length === 0) return { text: "Done.", hold };
    return {
      text: "So:",
      calls: calls.map(({ tool, args }) => ({
        id: `${args.plan}-${args.line}`,
        name: wireName(serverId, tool),
        args,
      })),
      hold,
    };
  });
  return {
    choicesFor: () => [],
    get: () => ({ key: "told", model }),
    describeError: (error) => describeModelError(error),
  };
}
