// `npm start`: the production app. React and Next read NODE_ENV when they load, so no import before may load them.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isBuilt, serverOf } from "./build/build-app.ts";

const root = path.resolve(import.meta.dirname, "..");
Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });

if (isBuilt(root)) {
  const { run } = await import(pathToFileURL(serverOf(root)).href);
  await run();
} else {
  const { runApp } = await import("./run-app.ts");
  await runApp("production");
}
