import { guardOpen } from "#lib/server/api/guard.ts";

/** Whether the process answers at all. Open to anybody who reaches the port, so it says nothing else. */
export const GET = guardOpen(
  { summary: "Whether the app is up", replies: { 200: { says: "It is", json: "Health" } } },
  () => Response.json({ status: "ok" }),
);
