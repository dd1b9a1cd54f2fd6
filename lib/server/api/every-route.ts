import { pathToFileURL } from "node:url";
import { routeFiles } from "#lib/server/http/api-routes.ts";
import type { Route } from "./guard.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type FoundRoute = { method: (typeof methods)[number]; path: string; handler: Route };

/** Every handler of app/api, found by its file, outside of what Next bundles. */
export async function everyRoute(): Promise<FoundRoute[]> {
  const found: FoundRoute[] = [];
  for (const { path, file } of routeFiles()) {
    // What Next calls a handler is one.
    const exported = (await import(pathToFileURL(file).href)) as Partial<Record<string, Route>>;
    for (const method of methods) {
      const handler = exported[method];
      if (handler) found.push({ method, path, handler });
    }
  }
  return found;
}
