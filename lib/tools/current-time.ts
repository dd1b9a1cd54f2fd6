import { z } from "zod";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { authoredTool } from "./authored-tool.ts";

/** What the clock says, where the model or the user wants to know it. */
export function currentTimeTool(now: () => Date = () => new Date()): Tool {
  return authoredTool({
    name: "current_time",
    title: "Current time",
    description: "Says the date and the time of now, in UTC and in a time zone.",
    arguments: z.strictObject({
      timeZone: z.string().max(60).optional().describe("IANA name, such as Europe/Berlin; without it only UTC is said"),
    }),
    approval: "inherit",
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async ({ timeZone }) => {
      const at = now();
      const utc = `${at.toISOString().slice(0, 19)}Z`;
      if (timeZone === undefined) return utc;
      try {
        const there = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "long" });
        return `${there.format(at)} in ${timeZone} (${utc})`;
      } catch {
        return { error: `There is no time zone ${JSON.stringify(timeZone)}. Names look like Europe/Berlin.` };
      }
    },
  });
}
