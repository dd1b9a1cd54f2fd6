import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs `target` (a .ts or .mjs file of ours, or the name of an installed tool) on the chosen Node, which also comes
 * first on PATH, so that whatever it starts runs on the same one. Passes on stdio, signals and the exit code.
 * Resolves to null, or to a sentence saying why nothing was started.
 *
 * @param {{ node: string, flags: string[], root: string }} on
 * @param {string} target
 * @param {string[]} rest
 * @returns {Promise<string | null>}
 */
export async function runOnNode({ node, flags, root }, target, rest) {
  const bin = path.join(root, "node_modules", ".bin");
  process.env.PATH = [path.dirname(node), bin, process.env.PATH].filter(Boolean).join(path.delimiter);
  if (flags.length > 0) process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...flags].filter(Boolean).join(" ");
  if (/\.m?[jt]s$/.test(target)) {
    // Before the first file of TypeScript: what reads those takes longer to load than they do. Children have it, too.
    process.env.NODE_COMPILE_CACHE ??= path.join(root, ".next/cache/node");
    return runFile(node, flags, path.resolve(target), rest);
  }

  const tool = path.join(bin, process.platform === "win32" ? `${target}.cmd` : target);
  if (!existsSync(tool)) return `${target} is not installed; run npm install first.`;
  if (process.platform === "win32") return follow(spawn(`"${tool}"`, rest, { stdio: "inherit", shell: true }));
  return follow(spawn(node, [realpathSync(tool), ...rest], { stdio: "inherit" }));
}

async function runFile(node, flags, file, rest) {
  if (node === process.execPath && flags.length === 0) {
    // No second process, so no signal to forward and no orphan.
    module.enableCompileCache();
    process.argv = [process.execPath, file, ...rest];
    await import(pathToFileURL(file).href);
    return null;
  }
  // The closed channel tells the child that this process died without forwarding a signal.
  return follow(spawn(node, [file, ...rest], { stdio: ["inherit", "inherit", "inherit", "ipc"] }));
}

function follow(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(`${child.spawnfile} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      if (signal === null) process.exit(code ?? 1);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
