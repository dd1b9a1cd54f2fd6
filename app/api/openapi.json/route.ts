import { guardOpen } from "#lib/server/guard.ts";
import { openApiDocument } from "#lib/server/openapi/document.ts";
import { describedRoutes } from "./routes.ts";

/** The API as OpenAPI 3.1. Open, for it says nothing of this instance. */
export const GET = guardOpen({}, () => Response.json(openApiDocument(describedRoutes())));
