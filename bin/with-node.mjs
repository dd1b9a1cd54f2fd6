// Runs a file of ours or an installed tool on a suitable Node: `node bin/with-node.mjs bin/start.ts`, `… next build`.
// Plain JavaScript on purpose: this file and its two imports must run on any Node from 18 up.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chooseNode } from "./choose-node.mjs";
import { runOnNode } from "./run-on-node.mjs";

if (process.env.npm_lifecycle_event !== undefined) {
  // npm forwards a signal to its shell, which may die without passing it on. The child would go on unseen.
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    // Once: a second signal means an end without closing.
    clearInterval(looking);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  looking.unref();
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const [target, ...rest] = process.argv.slice(2);
const choice = chooseNode({
  version: process.version,
  execPath: process.execPath,
  platform: process.platform,
  arch: process.arch,
  root,
});
const problem =
  target === undefined
    ? "Usage: node bin/with-node.mjs <file or tool> [arguments]"
    : !existsSync(path.join(root, "node_modules"))
      ? "The packages are not installed; run npm install first."
      : "problem" in choice
        ? choice.problem
        : await runOnNode({ ...choice, root }, target, rest);
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
