import { z } from "zod";
import { roles } from "./role.ts";
import type { Who } from "./who.ts";

const quorum = z
  .strictObject(
    {
      quorum: z
        .int("must be a whole number of people")
        .min(1, "must be at least 1 person")
        .max(20, "must be at most 20 people"),
      people: z
        .array(z.string("must be the id of a person").min(1, "must be the id of a person"), "must be a list of ids")
        .max(100, "must name at most 100 people")
        .optional(),
      roles: z.array(z.enum(roles, `is one of ${roles.join(", ")}`), "must be a list of roles").optional(),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? "allowed here are quorum, people, roles"
          : 'must be "self", "other" or an object such as {"quorum": 2, "roles": ["reviewer"]}',
    },
  )
  .superRefine(({ quorum: needed, people = [], roles: named = [] }, context) => {
    const problem =
      people.length === 0 && named.length === 0
        ? 'names nobody who could answer; give "people" or "roles"'
        : named.length === 0 && new Set(people).size < needed
          ? `needs ${needed} people and names only ${new Set(people).size}`
          : null;
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

/** Who may answer, as an owner writes it: `"self"`, `"other"` or `{"quorum": 2, "people": […], "roles": […]}`. */
export const writtenWho = z.union([z.literal("self"), z.literal("other"), quorum], {
  error: (issue) => quorumProblem(issue.input),
});
export type WrittenWho = z.infer<typeof writtenWho>;

/** A zod union only says that nothing fits; for an object we say why. */
function quorumProblem(input: unknown): string {
  const { error } = quorum.safeParse(input);
  const issues = error?.issues ?? [];
  const misspelt = issues.find(({ code }) => code === "unrecognized_keys");
  return (misspelt ?? issues[0])?.message ?? "is not valid";
}

export function whoOf(written: WrittenWho): Who {
  if (written === "self" || written === "other") return { kind: written };
  return { kind: "quorum", needed: written.quorum, people: written.people ?? [], roles: written.roles ?? [] };
}
