import type { ToolAsJudged } from "#lib/policies/changes/recorded-call.ts";
import type { Tool } from "./tool.ts";

/** What policies look at, to be kept with each call, so that it can be judged again by a policy of later. */
export function toolAsJudged({ server: { trusted }, flag, annotations, risk }: Tool): ToolAsJudged {
  return { v: 1, trusted, flag, annotations, risk };
}
