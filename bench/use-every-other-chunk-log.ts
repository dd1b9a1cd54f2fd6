import { registerHooks } from "node:module";

// For `node --import`: the app as it is shipped, but it logs only some of its answers for other processes.
const standIn = new URL("every-other-chunk-log.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "#lib/agent/stream/chunk-logs.ts" ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
