import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../../app/api");
const handlers = /^export const (GET|POST|PUT|PATCH|DELETE) =/gm;

/** A file of app/api that answers an address; the address's dynamic parts stand in braces: `/api/chat/{id}`. */
export type RouteFile = { path: string; file: string };

/** The file that answers an address, what it can be asked, and the dynamic parts, decoded. */
export type FoundRoute = { path: string; file: string; methods: string[]; params: Record<string, string> };

export function routeFiles(): RouteFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => {
      const at = path.dirname(file).split(path.sep).join("/").replaceAll("[", "{").replaceAll("]", "}");
      return { path: `/api/${at}`, file: path.join(folder, file) };
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Every address of the API and what it can be asked. It is read, not imported: a start needs none of the handlers. */
export function apiRoutes(): (RouteFile & { methods: string[] })[] {
  return routeFiles().map(({ path: at, file }) => {
    const methods = [...readFileSync(file, "utf8").matchAll(handlers)].flatMap(([, method]) => method ?? []);
    return { path: at, file, methods };
  });
}

/**
 * Reads the folders once; then finds what answers an address, and null where nothing does. HEAD and OPTIONS are
 * answered by themselves. An address that cannot be decoded is none.
 */
export function findRoutes(): (pathname: string) => FoundRoute | null {
  const patterns = apiRoutes()
    .map(({ path: at, file, methods }) => ({
      path: at,
      file,
      methods: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"],
      parts: at.split("{").length - 1,
      pattern: new RegExp(`^${at.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    }))
    // What is written out goes before what may be anything.
    .toSorted((one, other) => one.parts - other.parts);
  return (pathname) => {
    for (const { pattern, path: at, file, methods } of patterns) {
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const params = decoded(match.groups ?? {});
      return params === null ? null : { path: at, file, methods, params };
    }
    return null;
  };
}

/** The path of a request to the API; null for other requests. */
export function addressOf({ url = "" }: Pick<IncomingMessage, "url">): string | null {
  // Normalised as routes and Next will read it, with dots and backslashes resolved.
  const pathname = URL.parse(`http://localhost${url}`)?.pathname ?? "";
  return pathname.startsWith("/api/") ? pathname : null;
}

function decoded(groups: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    return null;
  }
}
