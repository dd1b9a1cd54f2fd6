import { roles } from "#lib/people/role.ts";
import type { Who } from "#lib/people/who.ts";
import type { ToolSay } from "./words.en.ts";

/** Who may answer, in few words. */
export function whoText(say: ToolSay, who: Who): string {
  switch (who.kind) {
    case "self":
      return say("whoseChatItIs");
    case "other":
      return say("aReviewerElse");
    case "quorum":
      return say("neededOfNames", { needed: who.needed, names: [...who.roles, ...who.people].join(", ") });
  }
}

/** What the form says, as the API takes it; null: as the file says. `2 reviewer, ana` names roles and people. */
export function whoOfForm(kind: string, quorum: string): unknown {
  if (kind === "") return null;
  if (kind !== "quorum") return kind;
  const text = quorum.trim();
  const needed = /^\d+/.exec(text)?.[0] ?? "";
  const rest = needed === "" ? "" : text.slice(needed.length).replace(/^\s*of\s/, "");
  const named = rest.split(/[\s,]+/).filter((name) => name !== "");
  const isRole = (name: string) => roles.some((role) => role === name);
  return {
    quorum: Number(needed),
    ...(named.some(isRole) && { roles: named.filter(isRole) }),
    ...(named.some((name) => !isRole(name)) && { people: named.filter((name) => !isRole(name)) }),
  };
}
