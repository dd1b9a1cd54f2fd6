import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#e2e/support/free-port.ts";
import type { Figure } from "./figure.ts";
import { httpClient } from "./http-client.ts";
import { median } from "./percentile.ts";
import { residentBytesOf } from "./resident-bytes.ts";
import { cookieOf, seedChats, type SeededData } from "./seed-chats.ts";
import { withOpened } from "./with-opened.ts";

const starts = 5;
const root = path.resolve(import.meta.dirname, "..");

/**
 * From `npm start` to the chat page in the hands of its person, on a data directory that is in use: the app was built
 * and started before. Then the memory of the server process, once all that a start sets going has come to rest.
 */
export function startAndMemory(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const data = await open(seedChats([], []));
    await startOnce(["npm", "start"], data);
    const withNpm = await startTimes(["npm", "start"], data);
    const withNode = await startTimes([process.execPath, "bin/with-node.mjs", "bin/start.ts"], data);
    const timeOf = (all: readonly Start[]) => median(all.map(({ tookMs }) => tookMs));
    const note = `already built; median of ${starts}`;
    const figures: Figure[] = [
      { name: "npm start to 200 on /", value: timeOf(withNpm), unit: "ms", target: { atMost: 2_000 }, note },
      { name: "… without npm", value: timeOf(withNode), unit: "ms" },
    ];
    const resident = withNode.flatMap(({ residentBytes }) => residentBytes ?? []);
    if (resident.length === 0) return figures;
    const value = median(resident) / 1e6;
    return [
      ...figures,
      { name: "Memory of the server after start", value, unit: "MB", target: { atMost: 200 }, note: "RSS" },
    ];
  });
}

type Start = { tookMs: number; residentBytes: number | null };

async function startTimes(command: readonly string[], data: SeededData): Promise<Start[]> {
  const times: Start[] = [];
  for (let count = 0; count < starts; count += 1) times.push(await startOnce(command, data));
  return times;
}

async function startOnce([program = "", ...args]: readonly string[], { dataDir, token }: SeededData): Promise<Start> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const client = httpClient(origin, cookieOf(token, origin));
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: "production" as const };
  const begin = performance.now();
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  while (!(await answers(client))) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}.`);
    await delay(5);
  }
  const tookMs = performance.now() - begin;
  client.close();
  await delay(3_000);
  // npm stands between us and the server, so the server says itself who it is.
  const { pid } = JSON.parse(await readFile(path.join(dataDir, "instance.json"), "utf8")) as { pid: number };
  const residentBytes = process.platform === "linux" ? residentBytesOf(pid) : null;
  process.kill(pid, "SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  return { tookMs, residentBytes };
}

const notYet = new Set<unknown>(["ECONNREFUSED", "ECONNRESET"]);

async function answers(client: ReturnType<typeof httpClient>): Promise<boolean> {
  try {
    await client.get("/", { accept: "text/html" });
    return true;
  } catch (error) {
    // Nobody listens yet, or it begins to this very moment.
    if (error instanceof Error && "code" in error && notYet.has(error.code)) return false;
    throw error;
  }
}
