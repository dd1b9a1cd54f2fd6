"use client";

import type { ApprovalCardProps } from "./card-props.ts";

/** One approval as a person sees it: a card while it is pending, one line once it is settled. */
export function ApprovalCard({ view }: ApprovalCardProps) {
  return <div role="group" aria-label={`Approval needed: ${view.tool.name}`} />;
}
