import { asksAt } from "#lib/verdict/risk.ts";
import { says } from "#lib/verdict/opinion.ts";
import { never, none, type PolicyKind } from "./policy-kind.ts";
import { allow, ask, type CallToJudge, type Verdict } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";

/** The default (S1.3): silent only for a read-only tool of a server that the owner marked trusted. */
export type AnnotatedPolicy = { readonly kind: "annotated" };

export const annotated: PolicyKind<AnnotatedPolicy> = {
  make: () => ({ kind: "annotated" }),
  consider: (_policy, call) => says(judgeAnnotated(call)),
  rules: none,
  refusesAll: never,
  members: none,
  otherwise: () => "annotated",
};

/** The claims that it looks at. */
type Judged = {
  server: Pick<CallToJudge["server"], "trusted">;
  tool: Pick<CallToJudge["tool"], "annotations" | "risk">;
};

/** Annotations are a server's own claims (M7, THREATS E4), so those of any other server count for nothing. */
export function judgeAnnotated({ server, tool }: Judged): Verdict {
  if (server.trusted !== true) {
    return ask({
      ruleId: "annotated:not-trusted",
      reason: "This server is not marked as trusted, so every call asks.",
    });
  }
  if (!claimsReadOnly(tool.annotations)) {
    return ask({ ruleId: "annotated:may-change", reason: "This tool is not marked as read-only, so every call asks." });
  }
  if (asksAt(tool.risk)) {
    return ask({
      ruleId: "annotated:risk",
      reason: `This tool is called read-only, but its risk is ${tool.risk} of 5, so every call asks.`,
    });
  }
  return allow({ ruleId: "annotated:read-only", reason: "A trusted server says that this tool only reads." });
}

/** An own property, and exactly true: a text "true" or an inherited key is no claim. */
function claimsReadOnly(annotations: ToolAnnotations): boolean {
  return Object.hasOwn(annotations, "readOnlyHint") && annotations.readOnlyHint === true;
}
