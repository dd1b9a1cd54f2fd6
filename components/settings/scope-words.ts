import type { Scope } from "#lib/people/scope.ts";

/** What a key may do, as its maker chooses it and as the list says it. */
export const scopeWords: { [Name in Scope]: { label: string; hint: string } } = {
  "approvals:read": { label: "Read approvals", hint: "What waits for you and what was decided, with its arguments." },
  "approvals:decide": {
    label: "Answer approvals",
    hint: "Approve and decline in your name. Never high-risk calls, and never what a program asked for in your name.",
  },
  "tools:call": {
    label: "Use the chat and its tools",
    hint: "Also for Claude Code, Cursor and other MCP clients. What would ask you still asks you.",
  },
  asks: {
    label: "Ask before its own tools run",
    hint: "For an agent that runs its own tools: it asks you first, and reads nothing here.",
  },
  "audit:read": { label: "Read the audit trail", hint: "As much of it as you may see yourself." },
  "metrics:read": { label: "Read metrics", hint: "Counts for Prometheus at /api/metrics." },
};
