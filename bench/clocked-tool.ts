import { z } from "zod";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { authoredTool } from "#lib/tools/authored-tool.ts";
import { monotonicMs } from "./monotonic-ms.ts";

/** Takes the place of `lib/tools/notes.ts`: one tool that always asks and answers with the time at which it started. */
export function notesTools(): Tool[] {
  return [
    authoredTool({
      name: "clock",
      title: "Clock",
      description: "Says when it started.",
      arguments: z.strictObject({ label: z.string() }),
      approval: "always",
      annotations: {},
      run: async () => String(monotonicMs()),
    }),
  ];
}
