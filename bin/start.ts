// `npm start`: the production app. React and Next read NODE_ENV when they load, so nothing of them is imported before.
import { enableCompileCache } from "node:module";
import path from "node:path";

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Halves the time that loading our own and the libraries' code takes from the second start on.
enableCompileCache(path.resolve(import.meta.dirname, "../.next/cache/node"));

const { runApp } = await import("./run-app.ts");
await runApp("production");
