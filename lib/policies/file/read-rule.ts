import { agentOf } from "#lib/verdict/agent-server.ts";
import { isMap, isScalar, type ParsedNode, type YAMLMap } from "yaml";
import { isRole, roles } from "#lib/people/role.ts";
import { readCondition } from "./read-condition.ts";
import { readRisks } from "./read-risks.ts";
import type { AnnotationName, Rule } from "#lib/policies/rule.ts";
import type { RuleFields } from "./rule-fields.ts";
import { repeatedKeys } from "./documents-in.ts";

export const ruleKeys = [
  "id",
  "server",
  "tool",
  "annotations",
  "risk",
  "caller",
  "user",
  "role",
  "when",
  "then",
  "hide",
  "reason",
] as const;
const annotationNames: readonly AnnotationName[] = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
];
const callerForm = /^(?:chat|\*|(?:agent|gateway|asks|app):.+)$/su;

/** One rule as it stands in the file, called `numbered` unless it has an id. */
export function readRule(fields: RuleFields, numbered: string, serverIds: ReadonlySet<string> | null): Rule {
  fields.expect(ruleKeys);
  return {
    id: fields.text("id") ?? numbered,
    server: readServer(fields, serverIds),
    tools: fields.texts("tool"),
    annotations: readAnnotations(fields),
    risks: readRisks(fields),
    callers: fields.list("caller", (node) => {
      const caller = fields.textOf(node, "caller");
      if (caller === null || callerForm.test(caller)) return caller;
      fields.complain(
        node,
        "`caller` is `chat`, `agent:<name>`, `gateway:<client>`, `asks:<key>` or `app:<server>`, in which `*` stands for any name",
      );
      return null;
    }),
    users: fields.texts("user"),
    roles: fields.list("role", (node) => {
      if (isScalar(node) && isRole(node.value)) return node.value;
      fields.complain(node, `\`role\` is one of ${roles.join(", ")}`);
      return null;
    }),
    when: fields.has("when") ? readCondition(fields, fields.value("when")) : null,
    verdict: readVerdict(fields),
    hides: readHides(fields),
    reason: fields.text("reason"),
  };
}

function readServer(fields: RuleFields, serverIds: ReadonlySet<string> | null): string | null {
  const server = fields.text("server");
  if (server !== null && serverIds !== null && !serverIds.has(server) && agentOf(server) === null) {
    const known = [...serverIds].join(", ");
    fields.complain(fields.value("server"), `there is no server ${JSON.stringify(server)}; there are ${known}`);
  }
  return server;
}

function readAnnotations(fields: RuleFields): Rule["annotations"] {
  if (!fields.has("annotations")) return {};
  const node = fields.value("annotations");
  if (!isMap<ParsedNode, ParsedNode | null>(node)) {
    fields.complain(node, "`annotations` is not a list of keys, like `destructiveHint: true`");
    return {};
  }
  for (const key of repeatedKeys(node as YAMLMap.Parsed)) fields.complain(key, "this annotation is there twice");
  const wanted: Rule["annotations"] = {};
  for (const { key, value } of node.items) {
    const name = annotationNames.find((known) => isScalar(key) && key.value === known);
    if (name !== undefined && isScalar(value) && typeof value.value === "boolean") wanted[name] = value.value;
    else fields.complain(key, `an annotation is one of ${annotationNames.join(", ")}, and true or false`);
  }
  return wanted;
}

/** Which tools are hidden is known before anybody calls them, so it cannot depend on arguments. */
function readHides(fields: RuleFields): boolean {
  if (!fields.has("hide")) return false;
  const node = fields.value("hide");
  const value = isScalar(node) ? node.value : null;
  const then = fields.value("then");
  if (typeof value !== "boolean") fields.complain(node, "`hide` is true or false");
  else if (value && !(isScalar(then) && then.value === "deny")) {
    fields.complain(node, "`hide: true` goes with `then: deny` only: what may run must be seen");
  } else if (value && fields.has("when")) {
    fields.complain(node, "`hide: true` cannot stand beside `when`: a tool is hidden before there are arguments");
  }
  return value === true;
}

function readVerdict(fields: RuleFields): Rule["verdict"] {
  const node = fields.value("then");
  const value = isScalar(node) ? node.value : null;
  if (value === "allow" || value === "ask" || value === "deny") return value;
  fields.complain(node, "a rule needs `then: allow`, `then: ask` or `then: deny`");
  return "ask";
}
