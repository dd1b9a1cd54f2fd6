import { framePage } from "#lib/server/apps/frame-page.ts";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The empty page into which an app is written. */
export const GET = guardOpen({}, ({ query }) => framePage(query, services().access));
