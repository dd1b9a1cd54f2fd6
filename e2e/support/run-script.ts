import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "./free-port.ts";

export type Ended = { code: number | null; out: string; err: string };

/**
 * Runs what an npm script of this name runs, until it ends, which in these tests it must. `home` holds the configuration
 * and, in `data`, the data directory.
 */
export async function runScript(
  name: "start" | "link" | "migrate-to-postgres" | "secrets",
  { home, env = {}, args = [] }: { home: string; env?: Record<string, string>; args?: string[] },
): Promise<Ended> {
  const child = spawn(process.execPath, ["bin/with-node.mjs", `bin/${name}.ts`, ...args], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: {
      NODE_ENV: "production",
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: String(await freePort()),
      DATA_DIR: path.join(home, "data"),
      CONFIG_DIR: home,
      ...env,
    },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}
