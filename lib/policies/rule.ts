import type { Role } from "#lib/people/role.ts";
import type { Condition } from "#lib/policies/conditions/condition.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";

/** One rule of `policy.yaml`: everything that it names must fit the call. Null fits every call. */
export type Rule = {
  id: string;
  verdict: Verdict["verdict"];
  /** Exact id. */
  server: string | null;
  /** Names in which `*` stands for any characters. */
  tools: readonly string[] | null;
  /** Claims of the tool that must be exactly these. */
  annotations: Partial<Record<AnnotationName, boolean>>;
  risks: readonly Risk[] | null;
  /** Like `chat` or `agent:*`. */
  callers: readonly string[] | null;
  /** Ids or e-mail addresses. */
  users: readonly string[] | null;
  roles: readonly Role[] | null;
  when: Condition | null;
  /** Whether the tools that it fits are off the list that models see. Only of a rule that refuses, without a condition. */
  hides: boolean;
  /** A sentence for people and models, in which `{toolName}` stands for the tool; null for one made of the rule. */
  reason: string | null;
};

export type AnnotationName = Exclude<keyof ToolAnnotations, "title">;
