import { runApp } from "../bin/run-app.ts";

/** Takes the place of the bundle of the server. */
export function run(): Promise<void> {
  return runApp("production");
}
