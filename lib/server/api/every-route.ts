import { setImmediate as immediate } from "node:timers/promises";
import { handlersOf } from "#lib/server/http/answer-by-route.ts";
import { routeFiles } from "#lib/server/http/api-routes.ts";
import type { Route } from "./guard.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type RegisteredRoute = { method: (typeof methods)[number]; path: string; handler: Route };

/** Every handler of app/api, found by its file. Anybody can have them loaded, so others have their turns between two. */
export async function everyRoute(load = handlersOf): Promise<RegisteredRoute[]> {
  const found: RegisteredRoute[] = [];
  for (const { path, file } of routeFiles()) {
    await immediate();
    const exported = await load(file);
    for (const method of methods) {
      const handler = exported[method];
      if (handler) found.push({ method, path, handler });
    }
  }
  return found;
}
