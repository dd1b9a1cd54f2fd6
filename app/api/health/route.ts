import { guardOpen } from "#lib/server/api/guard.ts";

/** Open to anybody who can reach the port, so it says nothing but this. */
export const GET = guardOpen({}, () => Response.json({ status: "ok" }));
