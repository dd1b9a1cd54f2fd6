import { amountIn, type Counter, counterKey, type Counts } from "#lib/verdict/counter.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import { countersOfRule } from "#lib/policies/rules.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/** Everything that a policy counts. */
export function countersOf(policy: ToolApprovalPolicy): Counter[] {
  return rulesOf(policy).flatMap(countersOfRule);
}

/** Counters over calls of the past, as they stood before each of them. */
export type CountedCalls = {
  before: (recorded: RecordedCall) => Counts;
  add: (recorded: RecordedCall) => void;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Counts the calls that really started, one by one, in the order in which they come. */
export function countedCalls(counters: readonly Counter[]): CountedCalls {
  const values = new Map<string, number | null>();
  const place = (counter: Counter, { call, at, chatId, startedAt }: RecordedCall) => {
    const span = counter.span === "day" ? `day ${Math.floor((startedAt ?? at) / dayMs)}` : `chat ${chatId}`;
    return JSON.stringify([counterKey(counter), call.person.id, span]);
  };
  const known = [...new Map(counters.map((counter) => [counterKey(counter), counter])).values()];
  return {
    before: (recorded) => (counter) => {
      const value = values.get(place(counter, recorded)) ?? (values.has(place(counter, recorded)) ? null : 0);
      if (value === null) throw new ToolApprovalError("A call before it had no amount that could be added up");
      return value;
    },
    add: (recorded) => {
      if (recorded.startedAt === null) return;
      for (const counter of known) {
        if (!isCounted(counter, recorded)) continue;
        const at = place(counter, recorded);
        const before = values.has(at) ? values.get(at) : 0;
        const more = counter.sumOf === null ? 1 : amountIn(recorded.ran, counter.sumOf);
        values.set(at, before === null || before === undefined || more === null ? null : before + more);
      }
    },
  };
}

function isCounted({ server, tools }: Counter, { call }: RecordedCall): boolean {
  if (server !== null && server !== call.server.id) return false;
  return tools === null || tools.some((pattern) => nameFits(pattern, call.tool.name));
}
