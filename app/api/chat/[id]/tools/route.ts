import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** The tools that may be switched on and off in a chat; under `new`, in one that does not exist yet. */
export const GET = guard({}, async ({ person, params }) => {
  const tools = await services().chats.tools(person.id, params["id"] ?? "");
  return tools ? Response.json(tools) : problem("not-found", "There is no such chat.");
});
