import type { Tool } from "#lib/gate/tool.ts";
import { judgeAnnotated } from "#lib/policies/annotated.ts";

/** Whether a call of this tool will ask a person, as far as flag and annotations tell before there is a call. */
export function asksByDefault({ flag, server, name, annotations, risk }: Tool): boolean {
  if (flag !== "inherit") return flag === "always";
  const call = {
    server: { id: server.id, trusted: server.trusted },
    tool: { name, flag, annotations, risk },
    arguments: {},
    person: { id: "" },
    chat: { id: "" },
  };
  return judgeAnnotated({ kind: "annotated" }, call).verdict !== "allow";
}
