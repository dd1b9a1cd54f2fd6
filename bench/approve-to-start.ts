import { decideAll } from "./decide-all.ts";
import type { Figure } from "./figure.ts";
import { appWithTool, bareRouteWithTool, type Peer } from "./peers.ts";
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
  const ours = await delaysOf(appWithTool);
  const bare = await delaysOf(bareRouteWithTool);
  const p50 = median(ours);
  const note = `${decisionsPerSecond} decisions/s, ${decisions} in all, the tool over stdio`;
  return [
    { name: "Approve to start of the tool, p50", value: p50, unit: "ms", target: { atMost: 4 }, note },
    { name: "Approve to start of the tool, p99", value: percentile(ours, 0.99), unit: "ms", target: { atMost: 25 } },
    {
      name: "… against the AI SDK's own approvals, p50",
      value: p50 / median(bare),
      unit: "×",
      note: `p50 ${median(bare).toFixed(1)} ms, p99 ${percentile(bare, 0.99).toFixed(1)} ms, nothing on disk`,
    },
  ];
}

function delaysOf(peer: Peer): Promise<number[]> {
  return peer(async (flow) => {
    await decideAll(await parkUnwatched(flow, warmUp), decisionsPerSecond);
    const decided = await decideAll(await parkUnwatched(flow, decisions), decisionsPerSecond);
    return decided.map(({ startedAfterMs }) => startedAfterMs);
  });
}
