import type { Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/** What programs outside were told of their calls is what happened: to clients of the gateway, and to agents that ask. */
export function checkTold({ told, calls, effects }: Record): Violation[] {
  const violations: Violation[] = [];
  const ran = new Set(effects.map(({ args }) => args["plan"]));
  const known = new Map([...calls.values()].map((call) => [call.plan, call]));
  for (const { plan, told: said } of told) {
    const state = known.get(plan)?.state;
    const isTrue =
      said === "ran"
        ? state === "done" && ran.has(plan)
        : said === "not-run"
          ? state !== "done" && !ran.has(plan)
          : true;
    if (isTrue) continue;
    const really = `${ran.has(plan) ? "it ran" : "it did not run"}, and its call is ${state ?? "not in the store"}`;
    violations.push({ rule: "told-wrongly", about: plan, detail: `${said} was told; ${really}` });
  }
  return violations;
}
