import type { FoundRoute } from "#lib/server/api/every-route.ts";

/** The handler for a request, and the dynamic parts of its path. */
export function routeFor(
  routes: readonly FoundRoute[],
  method: string,
  pathname: string,
): { handler: FoundRoute["handler"]; params: Record<string, string> } {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replaceAll(".", "\\.").replaceAll(/\{\W*(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const match = pattern.exec(pathname);
    if (match && route.method === method) return { handler: route.handler, params: { ...match.groups } };
  }
  throw new Error(`There is no route ${method} ${pathname}.`);
}
