import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The sources of a build, without tests. */
const folders = ["app", "bin", "components", "lib", "public"];
const single = [
  "package.json",
  "package-lock.json",
  "next.config.mjs",
  "postcss.config.mjs",
  "instrumentation-client.ts",
  "tsconfig.json",
];
const isOther = (file: string) => /\.test\.tsx?$/.test(file);

/** Whether the production build matches the present sources. */
export function isBuilt(root: string): boolean {
  const files = filesIn(root);
  if (!existsSync(files.stamp) || !existsSync(files.buildId)) return false;
  return readFileSync(files.stamp, "utf8") === stampOf(root);
}

/** The server of the production build: a module that exports `run`. */
export function serverOf(root: string): string {
  return path.join(filesIn(root).server, "main.mjs");
}

/**
 * Makes the production build, Next's pages and the server; its output goes to this process's output. False when it
 * failed. The stamp is written last, so an interrupted build counts as missing.
 */
export async function build(root: string, bundle = bundleApart): Promise<boolean> {
  const files = filesIn(root);
  rmSync(files.stamp, { force: true });
  const stamp = stampOf(root);
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    // Otherwise Next asks the registry and may rewrite the lockfile.
    NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
  };
  if (!(await succeeds(root, [next, "build"], env)) || !(await bundle(root, files.server))) return false;
  writeFileSync(files.stamp, stamp);
  return true;
}

/** In a process of its own: a start that builds would keep the memory of the bundler, five times its own, for good. */
function bundleApart(root: string, folder: string): Promise<boolean> {
  return succeeds(root, [path.join(import.meta.dirname, "bundle.ts"), folder], process.env);
}

/** Runs a script of Node's to its end; it ends with this process. */
async function succeeds(root: string, script: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(process.execPath, script, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
  const stop = () => child.kill();
  process.once("exit", stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
  process.removeListener("exit", stop);
  return code === 0;
}

function filesIn(root: string) {
  const built = path.join(root, ".next");
  return {
    stamp: path.join(built, "countersign-stamp"),
    buildId: path.join(built, "BUILD_ID"),
    server: path.join(built, "countersign"),
  };
}

/**
 * A digest of names and contents, without times, which change with every checkout and copy. At once: file by file in
 * between other things would take five times as long, at every start.
 */
function stampOf(root: string): string {
  const isThere = (name: string) => existsSync(path.join(root, name));
  const inFolders = folders.filter(isThere).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !isOther(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")),
  );
  const digest = createHash("sha256");
  for (const name of [...inFolders, ...single.filter(isThere)].toSorted()) {
    const content = readFileSync(path.join(root, name));
    digest.update(`${name}\0${content.length}\0`).update(content);
  }
  return digest.digest("hex");
}
