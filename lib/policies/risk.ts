import type { ToolAnnotations } from "./verdict.ts";

/** How much harm a tool can do, from L0 (reads only) to L5 (destroys). */
export const risks = [0, 1, 2, 3, 4, 5] as const;
export type Risk = (typeof risks)[number];

/** The risk of a tool by what is claimed of it. */
export function riskOf({ annotations, trusted }: { annotations: ToolAnnotations; trusted: boolean }): Risk {
  return trusted && annotations.readOnlyHint === true ? 0 : 1;
}
