import type { Scope } from "#lib/people/scope.ts";

/** What a key may do, as its maker chooses it and as the list says it: keys of `settingsWords`. */
export const scopeWords = {
  "approvals:read": { label: "readApprovals", hint: "whatReadingApprovalsIs" },
  "approvals:decide": { label: "answerApprovals", hint: "whatAnsweringIs" },
  "tools:call": { label: "useTheChat", hint: "whatUsingTheChatIs" },
  asks: { label: "askBeforeItsTools", hint: "whatAskingIs" },
  "audit:read": { label: "readTheTrail", hint: "whatReadingTheTrailIs" },
  "metrics:read": { label: "readMetrics", hint: "whatReadingMetricsIs" },
} as const satisfies { [Name in Scope]: { label: string; hint: string } };
