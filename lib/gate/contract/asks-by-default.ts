import type { Tool } from "#lib/gate/contract/tool.ts";
import { judgeAnnotated } from "#lib/policies/annotated.ts";

/** Whether a call of this tool will ask a person, as far as flag and annotations tell before a call. */
export function asksByDefault({ flag, server, annotations, risk }: Tool): boolean {
  if (flag !== "inherit") return flag === "always";
  return judgeAnnotated({ server, tool: { annotations, risk } }).verdict !== "allow";
}
