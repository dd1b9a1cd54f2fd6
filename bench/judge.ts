import { randomUUID } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { judge } from "#lib/policies/judge.ts";
import type { Figure } from "./figure.ts";
import { median, percentile } from "./percentile.ts";

const rules = 1_000;
const warmUp = 2_000;
const calls = 10_000;

/** Judging one call against as many rules as a file may hold: of other tools, as most are, and all of this very tool. */
export async function judgeCalls(): Promise<Figure[]> {
  const figures = await measured((index) => (index % 100 === 0 ? "process_refund" : `tool_${index}`));
  const worst = await measured(() => "process_refund");
  const note = `${rules} rules, each with a condition, ${calls} calls`;
  return [
    {
      name: `Judging a call against ${rules} rules, p99`,
      value: percentile(figures, 0.99),
      unit: "ms",
      target: { atMost: 1 },
      note: `${note}; ten of them fit its tool`,
    },
    { name: "… p50", value: median(figures), unit: "ms" },
    {
      name: "… when every rule fits its tool, p99",
      value: percentile(worst, 0.99),
      unit: "ms",
      note: `${note}, all of which are evaluated`,
    },
    { name: "… p50", value: median(worst), unit: "ms" },
  ];
}

async function measured(toolOf: (index: number) => string): Promise<number[]> {
  const policy = policyOf(
    `rules:\n${Array.from({ length: rules }, (_, index) => ruleFor(toolOf(index), index)).join("\n")}`,
  );
  const took: number[] = [];
  for (let index = 0; index < warmUp + calls; index += 1) {
    const amount = index % 900;
    const call = callToJudge({
      tool: { name: "process_refund" },
      arguments: { amount, order: randomUUID(), reason: "It arrived broken." },
    });
    const before = performance.now();
    await judge(policy, call);
    if (index >= warmUp) took.push(performance.now() - before);
    // As between two calls of an app, which collects its garbage when it is idle.
    if (index % 100 === 0) await immediate();
  }
  return took;
}

function ruleFor(tool: string, index: number): string {
  const when = `args.amount > ${1_000 + index} && args.reason.startsWith("${index}") && user.role != "owner"`;
  return `  - { id: rule-of-${index}, server: shop, tool: ${tool}, when: '${when}', then: ask }`;
}
