import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../../app/api");
const handlers = /^export const (GET|POST|PUT|PATCH|DELETE) =/gm;

/** Every file of app/api that answers an address; its dynamic parts stand in braces: `/api/chat/{id}`. */
export function routeFiles(): { path: string; file: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => {
      const at = path.dirname(file).split(path.sep).join("/").replaceAll("[", "{").replaceAll("]", "}");
      return { path: `/api/${at}`, file: path.join(folder, file) };
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Every address of the API and what it can be asked, so that what is none of them gets an answer in the API's own shape. */
export function apiRoutes(): { path: string; methods: string[] }[] {
  return routeFiles().map(({ path: at, file }) => {
    const methods = [...readFileSync(file, "utf8").matchAll(handlers)].flatMap(([, method]) => method ?? []);
    return { path: at, methods };
  });
}

/**
 * Reads the folders once; then tells what an address can be asked, for the `Allow` header, and null where there is none.
 * HEAD and OPTIONS are answered by themselves.
 */
export function methodsOfRoutes(): (pathname: string) => string[] | null {
  const patterns = apiRoutes()
    .map(({ path: at, methods }) => ({
      methods: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"],
      parts: at.split("{").length - 1,
      pattern: new RegExp(`^${at.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    }))
    // As the router reads them: what is written out goes before what may be anything.
    .toSorted((one, other) => one.parts - other.parts);
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.methods ?? null;
}
