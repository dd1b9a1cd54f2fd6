import { setTimeout as delay } from "node:timers/promises";
import type { ParkedTurn } from "./approval-flow.ts";
import type { Figure } from "./figure.ts";
import { appWithOwnTool, appWithServerTool, bareRouteWithTool, type Peer } from "./peers.ts";
import { parkUnwatched } from "./park.ts";
import { median, percentile } from "./percentile.ts";

const decisionsPerSecond = 50;
const warmUp = 200;
const decisions = 600;

/**
 * From the moment the approval is sent to the moment the tool runs, by the tool's own clock. All turns wait before the
 * first decision; after its decision each goes on to the model's last word.
 */
export async function approveToStart(): Promise<Figure[]> {
  const own = await delaysOf(appWithOwnTool);
  const server = await delaysOf(appWithServerTool);
  const bare = await delaysOf(bareRouteWithTool);
  const p50 = median(own);
  const note = `${decisionsPerSecond} decisions/s, ${decisions} in all, in process`;
  return [
    { name: "Approve to start of the tool, p50", value: p50, unit: "ms", target: { atMost: 3 }, note },
    { name: "Approve to start of the tool, p99", value: percentile(own, 0.99), unit: "ms", target: { atMost: 20 } },
    {
      name: "… against the AI SDK's own approvals, p50",
      value: p50 / median(bare),
      unit: "×",
      note: `p50 ${median(bare).toFixed(1)} ms, p99 ${percentile(bare, 0.99).toFixed(1)} ms, nothing on disk`,
    },
    { name: "… with the tool on an MCP server, p50", value: median(server), unit: "ms", note: "stdio" },
    { name: "… with the tool on an MCP server, p99", value: percentile(server, 0.99), unit: "ms", note: "stdio" },
  ];
}

function delaysOf(peer: Peer): Promise<number[]> {
  return peer(async (flow) => {
    await decideAll(await parkUnwatched(flow, warmUp));
    return decideAll(await parkUnwatched(flow, decisions));
  });
}

/** Sends each decision at its own time, whether or not the ones before it have been answered. */
async function decideAll(parked: readonly ParkedTurn[]): Promise<number[]> {
  const begin = performance.now();
  const sent = parked.map(async ({ approve }, index) => {
    const dueInMs = begin + (index * 1_000) / decisionsPerSecond - performance.now();
    await delay(Math.max(0, dueInMs));
    return approve();
  });
  const sentAt = await Promise.all(sent);
  // Only now, so that nothing but decisions is measured.
  const delays: number[] = [];
  for (const [index, at] of sentAt.entries()) delays.push(((await parked[index]?.startedAt()) ?? Number.NaN) - at);
  return delays;
}
