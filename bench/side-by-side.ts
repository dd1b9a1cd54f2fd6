import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Figure } from "./figure.ts";
import { percentile } from "./percentile.ts";

type Turn = { ttft?: number; tool?: number | null };
type Measured = {
  label: string;
  seq: Turn[];
  conc: Turn[];
  rate: Turn[];
  mem: { n: number; kb: { rss: number } }[];
  tput: { turnsPerS: number; serverCpuPerTurn: number; cores: { others: number } }[];
  ready: { ms: number }[];
  wire: { chat: number }[];
  errors: string[];
};
type Direct = { seq: number[]; conc: number[] };
type Written = { direct: { chat: Direct; responses: Direct }; targets: Record<string, Measured> };

export type Harness = {
  /** A folder with `measure.mjs`, set up as its README says; its adapter `cs` is this app. */
  folder: string;
  /** Its targets, separated by commas. */
  targets: string;
};

const sizes = { rounds: 1, seq: 50, conc: 100, park: 200, rate: 300, big: 1_000, tput: 10 };
const phases = "seq,conc,rate,mem,tput";

/**
 * The same turn on the app and on its peers, by a harness outside of this project: 200 streamed tokens, one tool call,
 * an approval over HTTP, 50 more tokens. Only what stands side by side in one run can be compared.
 */
export async function sideBySide({ folder, targets }: Harness): Promise<Figure[]> {
  const place = await mkdtemp(path.join(tmpdir(), "countersign-peers-"));
  try {
    const out = path.join(place, "run.json");
    const asked = Object.entries({ targets, phases, out, ...sizes }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ]);
    const env = { ...process.env, APP_DIR: path.resolve(import.meta.dirname, "..") };
    const harness = spawn(process.execPath, ["measure.mjs", ...asked], { cwd: folder, env, stdio: "inherit" });
    const [code] = (await once(harness, "exit")) as [number | null];
    if (code !== 0) throw new Error(`The harness in ${folder} ended with ${code}.`);
    // The harness writes exactly this.
    const { direct, targets: all } = JSON.parse(await readFile(out, "utf8")) as Written;
    return Object.entries(all).flatMap(([name, measured]) => figuresOf(measured, direct, name === "cs"));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function figuresOf(measured: Measured, direct: Written["direct"], ours: boolean): Figure[] {
  const { label, seq, conc, rate, mem, tput, ready, wire, errors } = measured;
  if (errors.length > 0) throw new Error(`${label}: ${errors[0]}`);
  const stub = wire[0]?.chat ? direct.chat : direct.responses;
  const at = (name: string, value: number, unit: Figure["unit"], target: Figure["target"], note?: string): Figure => ({
    name: `${label}: ${name}`,
    value,
    unit,
    ...(ours && target ? { target } : {}),
    ...(note === undefined ? {} : { note }),
  });
  const both = (name: string, of: (share: number) => number, p50: number, p99: number) => [
    at(`${name}, p50`, of(0.5), "ms", { atMost: p50 }),
    at(`${name}, p99`, of(0.99), "ms", { atMost: p99 }),
  ];
  const firstOver = (turns: Turn[], bare: number[]) => (share: number) =>
    percentile(
      turns.flatMap(({ ttft }) => ttft ?? []),
      share,
    ) - percentile(bare, share);
  const tool = (turns: Turn[]) => (share: number) =>
    percentile(
      turns.flatMap((turn) => turn.tool ?? []),
      share,
    );
  return [
    ...tput.map(({ serverCpuPerTurn, cores }) =>
      at(
        "processor time of a turn",
        serverCpuPerTurn,
        "ms",
        { atMost: 15 },
        `other processes used ${cores.others.toFixed(2)} cores`,
      ),
    ),
    ...tput.map(({ turnsPerS }) => at("whole turns", turnsPerS, "turns/s", { atLeast: 70 })),
    ...both("first token, over the model's own", firstOver(seq, stub.seq), 4, 9),
    ...both("first token, 20 users", firstOver(conc, stub.conc), 5, 20),
    ...both("click to tool", tool(seq), 3, 7),
    ...both("click to tool, 50 decisions/s", tool(rate), 4, 25),
    ...mem.map(({ n, kb }) => at(`a parked turn, of ${n}`, kb.rss, "kB", { atMost: 25 }, "RSS")),
    at(
      "start to ready",
      percentile(
        ready.map(({ ms }) => ms),
        0.5,
      ) / 1_000,
      "s",
      { atMost: 1 },
    ),
  ];
}
