import { z } from "zod";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { authoredTool } from "./authored-tool.ts";

/**
 * Stands in the place of all other tools where a chat has more of them than its model takes at once. `find` says what
 * fits, and has the model offered that from its next step on.
 */
export function findToolsTool(find: (callId: string, query: string) => Promise<string>): Tool {
  return authoredTool({
    name: "find_tools",
    title: "Find tools",
    description:
      "There are too many tools to list. Finds the ones that fit, by words of their name or of what they do, and adds them " +
      "to the tools that you can call from your next step on. Search before you say that there is no tool for something.",
    arguments: z.strictObject({
      query: z.string().trim().min(1).max(200).describe("A few words, such as: create calendar event"),
    }),
    approval: "inherit",
    exposure: "chat",
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ query }, { callId }) => find(callId, query),
  });
}
