import { z } from "zod";
import type { Random } from "./random.ts";

/** Of the tools that chats call, `pay` and `rush` are gated; a question about `rush` is open for a moment only. */
export const toolNames = ["pay", "rush", "peek"] as const;
export type ToolName = (typeof toolNames)[number];

/** What the tools take. */
export const payment = z.strictObject({
  plan: z.string(),
  line: z.number().int(),
  amount: z.number().int(),
  takesMs: z.number().int(),
});
export type Payment = z.infer<typeof payment>;

const planShape = z.strictObject({
  id: z.string(),
  steps: z.array(z.array(z.strictObject({ tool: z.enum(toolNames), args: payment }))),
});

/** What one chat does. It is the text of the chat's one message, so that the model of any process knows it. */
export type Plan = z.infer<typeof planShape>;

export function textOf(plan: Plan): string {
  return JSON.stringify(plan);
}

export function planIn(text: string): Plan {
  return planShape.parse(JSON.parse(text));
}

/** `longMs` is longer than a lease: a call that takes so long outlives its holder's pause. */
export type Shares = { longMs: number; longShare: number; rushShare: number };

export function randomPlan(random: Random, id: string, { longMs, longShare, rushShare }: Shares): Plan {
  let line = 0;
  const call = () => {
    line += 1;
    const takesMs = random.chance(longShare) ? longMs : random.between(0, 250);
    const tool = random.chance(rushShare) ? "rush" : random.pick<ToolName>(["pay", "pay", "pay", "peek"]);
    return { tool, args: { plan: id, line, amount: random.between(1, 9_999), takesMs } };
  };
  const calls = () => Array.from({ length: random.between(1, 3) }, call);
  return { id, steps: Array.from({ length: random.between(1, 2) }, calls) };
}
