import { toolListsShape, type ToolLists } from "#lib/policies/changes/tool-lists.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const none = toolListsShape.parse({});

/** The lists of tools that ask and of tools that are refused; empty where none are set. */
export const GET = guard({ may: "manage-tools" }, async () =>
  Response.json((await services().policies.change.toolLists()) ?? none),
);

/** Replaces both lists. */
export const PUT = guard({ body: toolListsShape, may: "manage-tools", fresh: true }, ({ person, body }) =>
  set(person, body),
);

export const DELETE = guard({ may: "manage-tools", fresh: true }, ({ person }) => set(person, null));

async function set(person: { id: string }, lists: ToolLists | null): Promise<Response> {
  const by = { personId: person.id };
  const done = await services().policies.change.setToolLists(by, lists);
  if (done === "forbidden") return problem("forbidden", "Only an owner takes tools off these lists.");
  return Response.json(lists ?? none);
}
