import type { Tool } from "@modelcontextprotocol/server";

/** The tool by which a client gets the result of a call that waited for longer than the client does. */
export const approvalResult: Tool = {
  name: "approval_result",
  title: "Result of a call that waits for approval",
  description:
    "Waits for a call that a person has to approve, and returns its result. Takes the id that the call answered with. Each result is handed over once.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "The id that the waiting call answered with" } },
    required: ["id"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};
