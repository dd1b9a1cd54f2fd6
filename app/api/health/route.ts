import { guardOpen } from "#lib/server/api/guard.ts";

/** Whether the process answers at all. Open to anybody who reaches the port, so it says nothing else. */
export const GET = guardOpen({}, () => Response.json({ status: "ok" }));
