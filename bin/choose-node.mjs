import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Chooses the Node that runs everything: the current one when it runs TypeScript without flags and without warnings,
 * else the one that npm installed beside us, else the current one with flags when it is at least 22.13.
 * Plain JavaScript that Node 18 runs. Resolves to `{ node, flags }` or `{ problem }`, one sentence.
 *
 * @param {{ version: string, execPath: string, platform: string, arch: string, root: string }} current
 * @returns {{ node: string, flags: string[] } | { problem: string }}
 */
export function chooseNode({ version, execPath, platform, arch, root }) {
  if (isAtLeast(version, 24, 3)) return { node: execPath, flags: [] };
  const bundled = bundledNode({ platform, arch, root });
  if (bundled !== null) return { node: bundled, flags: [] };
  if (isAtLeast(version, 22, 13)) {
    return { node: execPath, flags: ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"] };
  }
  return {
    problem:
      `Countersign needs Node.js 22.13 or newer: this is ${version}, and npm installed no Node for ` +
      `${platform}-${arch} beside it; install Node.js 24 from https://nodejs.org and run the same command again.`,
  };
}

/** The binary of the optional dependency, when it is installed and this machine can run it (musl cannot). */
function bundledNode({ platform, arch, root }) {
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const binary = path.join(root, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ["--version"]).status === 0 ? binary : null;
}

function isAtLeast(version, major, minor) {
  const [haveMajor = 0, haveMinor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}
