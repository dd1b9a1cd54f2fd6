import { handlersOf } from "#lib/server/http/answer-by-route.ts";
import { routeFiles } from "#lib/server/http/api-routes.ts";
import type { Route } from "./guard.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type FoundRoute = { method: (typeof methods)[number]; path: string; handler: Route };

/** Every handler of app/api, found by its file. */
export async function everyRoute(): Promise<FoundRoute[]> {
  const found: FoundRoute[] = [];
  for (const { path, file } of routeFiles()) {
    const exported = await handlersOf(file);
    for (const method of methods) {
      const handler = exported[method];
      if (handler) found.push({ method, path, handler });
    }
  }
  return found;
}
