import { Document, visit } from "yaml";
import type { Role } from "#lib/people/role.ts";
import { hasComments } from "#lib/policies/file/documents-in.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import type { PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import { celOf, type FormCondition } from "./form-condition.ts";
import { readFormCondition, readJoined } from "./read-form-condition.ts";

/** A rule as a form holds it. What is empty is not named, and fits every call. */
export type RuleForm = {
  id: string;
  server: string;
  tools: readonly string[];
  annotations: Rule["annotations"];
  risks: readonly Risk[];
  callers: readonly string[];
  users: readonly string[];
  roles: readonly Role[];
  /** How the conditions are joined. */
  join: "all" | "any";
  conditions: readonly FormCondition[];
  verdict: Rule["verdict"];
  hides: boolean;
  reason: string;
};

export const emptyForm: RuleForm = {
  id: "",
  server: "",
  tools: [],
  annotations: {},
  risks: [],
  callers: [],
  users: [],
  roles: [],
  join: "all",
  conditions: [],
  verdict: "ask",
  hides: false,
  reason: "",
};

/** What is missing for a rule to be written, in sentences. An empty pattern must not turn into every tool. */
export function problemsOf({ id, tools, conditions }: RuleForm): string[] {
  return [
    ...(tools.includes("") ? ["Type the name or the pattern of the tool."] : []),
    ...conditions.flatMap((condition, at) =>
      celOf(condition) === null ? [`Condition ${at + 1} is not complete.`] : [],
    ),
    ...(id.trim() === "" ? ["Give the rule a name."] : []),
  ];
}

const actions: { [Kind in Rule["verdict"]]: string } = { allow: "allow", ask: "ask-about", deny: "refuse" };

/** What a rule might be called. */
export function suggestedName({ server, tools, verdict, conditions }: RuleForm): string {
  const about = (tools[0] ?? server)
    .split(/[^\w]/)
    .filter((word) => word !== "")
    .join("-");
  const some = conditions.length > 0 ? "some-" : "";
  return `${actions[verdict]}-${some}${about === "" ? "calls" : about.slice(0, 60)}`.toLowerCase();
}

/** The rule as it stands in policy.yaml; conditions that are not complete are left out, see `isComplete`. */
export function textOfForm(form: RuleForm): string {
  const { id, server, tools, annotations, risks, callers, users, roles, verdict, hides, reason } = form;
  const keys: [string, unknown][] = [
    ["id", id],
    ["server", server],
    ["tool", oneOrMore(tools)],
    ["annotations", Object.keys(annotations).length === 0 ? "" : annotations],
    ["risk", oneOrMore(risks)],
    ["caller", oneOrMore(callers)],
    ["user", oneOrMore(users)],
    ["role", oneOrMore(roles)],
    ["when", whenOf(form)],
    ["then", verdict],
    ["hide", hides ? true : ""],
    ["reason", reason],
  ];
  const named = new Document(new Map(keys.filter(([, value]) => value !== "")));
  visit(named, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && unusual.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return named.toString({ lineWidth: 0, blockQuote: false });
}

/** What is invisible, or a space of another kind, stands between quotes, where nothing cuts it off. */
const unusual = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function oneOrMore(values: readonly unknown[]): unknown {
  return values.length === 0 ? "" : values.length === 1 ? values[0] : values;
}

function whenOf({ join, conditions }: RuleForm): unknown {
  const written = conditions.flatMap((condition) => celOf(condition) ?? []);
  return written.length < 2 ? (written[0] ?? "") : { [join]: written };
}

export type ReadForm =
  | { form: RuleForm; rule: Rule }
  | { problems: PolicyFileProblem[] }
  | { rule: Rule; whyNot: string };

/** The form that says what a text says; or why no form can, in a sentence. */
export function formOfText(text: string): ReadForm {
  const parsed = parseRule(text);
  if ("problems" in parsed) return parsed;
  const { rule } = parsed;
  if (hasComments(text)) return { rule, whyNot: "It has comments, and the form would lose them." };
  const form = formOfRule(rule);
  return "whyNot" in form ? { rule, ...form } : { form, rule };
}

function formOfRule({ when, server, tools, risks, callers, users, roles, reason, ...rest }: Rule) {
  const read = when === null ? { join: "all" as const, conditions: [] } : conditionsOf(when.written);
  if ("whyNot" in read) return read;
  return {
    id: rest.id,
    server: server ?? "",
    tools: tools ?? [],
    annotations: rest.annotations,
    risks: risks ?? [],
    callers: callers ?? [],
    users: users ?? [],
    roles: roles ?? [],
    ...read,
    verdict: rest.verdict,
    hides: rest.hides,
    reason: reason ?? "",
  } satisfies RuleForm;
}

type Read = Joined | { whyNot: string };

/** Of what the author wrote: an expression, or several in a list. */
export function conditionsOf(written: unknown): Read {
  if (typeof written === "string") {
    return keptIn(written, oneOrJoined(written)) ?? notInForm(written);
  }
  const [[join, list] = []] = Object.entries(written ?? {});
  if ((join !== "all" && join !== "any") || !Array.isArray(list)) return nested;
  const conditions: FormCondition[] = [];
  for (const each of list) {
    if (typeof each !== "string") return nested;
    const one = readFormCondition(each);
    const read = keptIn(each, one === null ? null : { join: "all", conditions: [one] });
    if (read === null) return notInForm(each);
    conditions.push(...read.conditions);
  }
  return { join, conditions };
}

type Joined = Pick<RuleForm, "join" | "conditions">;

function oneOrJoined(expression: string): Joined | null {
  const one = readFormCondition(expression);
  return one === null ? readJoined(expression) : { join: "all", conditions: [one] };
}

/** Null where an expression has a comment (`// …`), which the form would lose. */
function keptIn(expression: string, read: Joined | null): Joined | null {
  const slashes = (text: string) => text.split("//").length;
  const written = read?.conditions.map((condition) => celOf(condition) ?? "").join(" ");
  return written !== undefined && slashes(written) === slashes(expression) ? read : null;
}

const nested = { whyNot: "Its conditions are joined in lists within lists, which the form does not have." };

function notInForm(expression: string): { whyNot: string } {
  return { whyNot: `The form has no words for this condition: ${expression}` };
}
