import { registerHooks } from "node:module";

// For `node --import`: the app is the one that was built and shipped, but for its notes, which become a tool that says
// when it started. Nothing else in the process changes.
const clocked = new URL("clocked-tool.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "./notes.ts" && context.parentURL?.endsWith("/lib/tools/own-tools.ts")
      ? { url: clocked, shortCircuit: true }
      : next(specifier, context),
});
