import path from "node:path";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { serverOf } from "../bin/build/build-app.ts";

// For `node --import`: the app from its sources, of which one module can be replaced, instead of from what was made of
// them for a fast start; it logs only some of its answers for other processes.
const root = path.resolve(import.meta.dirname, "..");
const replaced = new Map([
  [pathToFileURL(serverOf(root)).href, new URL("unbundled-app.ts", import.meta.url).href],
  ["#lib/agent/stream/chunk-logs.ts", new URL("every-other-chunk-log.ts", import.meta.url).href],
]);

registerHooks({
  resolve: (specifier, context, next) => {
    const url = replaced.get(specifier);
    // What takes a module's place may use it.
    return url === undefined || context.parentURL === url ? next(specifier, context) : { url, shortCircuit: true };
  },
});
