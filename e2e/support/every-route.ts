import { globSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../app/api");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export type FoundRoute = {
  method: (typeof methods)[number];
  /** With its dynamic parts in braces: `/api/chat/{id}`. */
  path: string;
  handler: RouteHandler;
};

/** Every handler of app/api, found by its file. */
export async function everyRoute(): Promise<FoundRoute[]> {
  const found: FoundRoute[] = [];
  for (const file of globSync("**/route.ts", { cwd: folder }).toSorted()) {
    const at = path.dirname(file).replaceAll("[", "{").replaceAll("]", "}");
    // What Next calls a handler is one.
    const exported = (await import(path.join(folder, file))) as Partial<Record<string, RouteHandler>>;
    for (const method of methods) {
      const handler = exported[method];
      if (handler) found.push({ method, path: `/api/${at}`, handler });
    }
  }
  return found;
}

/** The handler for a request, and the dynamic parts of its path. */
export function routeFor(
  routes: readonly FoundRoute[],
  method: string,
  pathname: string,
): { handler: RouteHandler; params: Record<string, string> } {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replaceAll(".", "\\.").replaceAll(/\{\W*(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const match = pattern.exec(pathname);
    if (match && route.method === method) return { handler: route.handler, params: { ...match.groups } };
  }
  throw new Error(`There is no route ${method} ${pathname}.`);
}
