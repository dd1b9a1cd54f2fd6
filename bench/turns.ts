import type { ApprovalFlow } from "./approval-flow.ts";
import type { Figure } from "./figure.ts";
import { appWithTool, bareRouteWithTool, type Peer } from "./peers.ts";

const atOnce = 16;
const warmUpMs = 5_000;
const measuredMs = 10_000;

/**
 * Whole turns per second: message, proposed call, approval, tool, last word. A script approves at once, and client,
 * model and server share the machine.
 */
export async function turns(): Promise<Figure[]> {
  const ours = await rateOf(appWithTool);
  const bare = await rateOf(bareRouteWithTool);
  return [
    {
      name: "Turns with an approval",
      value: ours,
      unit: "turns/s",
      target: { atLeast: 70 },
      note: `${atOnce} at once; 250 words, the tool over stdio`,
    },
    { name: "… against the AI SDK's own approvals", value: ours / bare, unit: "×", note: `${bare.toFixed(0)} turns/s` },
  ];
}

function rateOf(peer: Peer): Promise<number> {
  return peer(async (flow) => {
    await turnsWithin(flow, warmUpMs);
    return turnsWithin(flow, measuredMs);
  });
}

/** Turns per second, of those that ended before the time was up. */
export async function turnsWithin(flow: ApprovalFlow, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  let count = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const { approve, startedAt } = await flow();
      await Promise.all([approve(), startedAt()]);
      if (performance.now() < end) count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (count / forMs) * 1_000;
}
