// `npm run dev`: the app with hot reload. Pages reload by themselves; code outside Next's bundles (lib, app/api) and
// configuration need a new process, so a change of these starts one.
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const quietMs = 200;

let child: ChildProcess | null = null;
let restarting: NodeJS.Timeout | undefined;
let stopping = false;

function start(): void {
  child = spawn(process.execPath, [path.join(root, "bin", "dev-server.ts")], { cwd: root, stdio: "inherit" });
  child.once("exit", (code) => {
    child = null;
    if (stopping) process.exit(code ?? 0);
    // The start failed: its reason is on the screen, and the next change of a file tries again.
    if (code !== 0) process.stdout.write("Waiting for a change before trying again.\n");
  });
}

function restart(file: string): void {
  clearTimeout(restarting);
  restarting = setTimeout(() => {
    process.stdout.write(`${file} changed; starting again.\n`);
    if (child === null) return start();
    child.once("exit", start);
    child.kill("SIGTERM");
  }, quietMs);
}

function stop(): void {
  stopping = true;
  if (child === null) process.exit(0);
  child.kill("SIGTERM");
}

for (const folder of ["lib", "bin", "app/api"]) {
  watch(path.join(root, folder), { recursive: true }, (_event, name) => {
    if (name !== null && /(?<!\.test)\.ts$/.test(name)) restart(`${folder}/${name}`);
  });
}
watch(root, (_event, name) => {
  if (name === "mcp.json" || name === "policy.yaml") restart(name);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
process.once("disconnect", stop);
process.channel?.unref();
start();
