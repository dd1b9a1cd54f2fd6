import { z } from "zod";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { authoredTool } from "./authored-tool.ts";

/** Does nothing: by a call of it people try how a client of theirs asks them. It is on offer to clients alone. */
export const selfTest: Tool = authoredTool({
  name: "doctor",
  title: "Self-test",
  description:
    "Asks the user for an approval and does nothing else. Call it only when the user wants to test Countersign, and tell them its result.",
  arguments: z.strictObject({}),
  approval: "always",
  exposure: "gateway",
  prompt: "This is the self-test of a client. Approving it changes nothing.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: () => Promise.resolve("The self-test passed: a person approved this call. Nothing was done."),
});
