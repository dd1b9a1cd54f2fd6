import type { ClientTerms } from "#lib/verdict/client-terms.ts";
import { leastHighRisk } from "#lib/verdict/risk.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";

/**
 * Whether an accept that a client attests counts for a question: one about a call, put to the key's own owner, up to the
 * risk that the owner set and never for high risk. A server's question is never answered so.
 */
export function mayAttest(
  { kind, who_kind, risk }: Pick<ApprovalRow, "kind" | "who_kind" | "risk">,
  { attests }: Pick<ClientTerms, "attests">,
): boolean {
  return attests !== null && kind === "tool-call" && who_kind === "self" && risk <= attests && risk < leastHighRisk;
}
