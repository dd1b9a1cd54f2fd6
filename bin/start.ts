// `npm start`: the production app. React and Next read NODE_ENV when they load, so no import before may load them.
import { enableCompileCache } from "node:module";
import path from "node:path";

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Halves the time to load our own and the libraries' code, from the second start on.
enableCompileCache(path.resolve(import.meta.dirname, "../.next/cache/node"));

const { runApp } = await import("./run-app.ts");
await runApp("production");
