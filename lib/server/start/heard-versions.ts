import type { Gate } from "#lib/gate/contract/gate.ts";
import type { BuiltTools } from "#lib/server/tools/build-tools.ts";
import type { Policies } from "#lib/server/policies/policies.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";

/**
 * The versions of the owner's decisions that this process has read; the gate compares them when a call is about to
 * start.
 */
export function heardVersions({
  policies,
  tools,
}: {
  policies: Pick<Policies, "version" | "refresh">;
  tools: Pick<BuiltTools, "version" | "refresh">;
}): NonNullable<Gate["shared"]> {
  return {
    versions: () => ({ policy: policies.version(), tools: tools.version() }),
    // Others wait for the same reads.
    catchUp: () => forEverybody(async () => void (await Promise.all([policies.refresh(), tools.refresh()]))),
  };
}
