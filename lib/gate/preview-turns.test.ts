import { setImmediate as immediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { said } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { previewRig } from "#e2e/support/preview-rig.ts";
import { previewCall } from "#lib/gate/run/preview-call.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

const turns = vi.hoisted(() => ({ now: 0, ofDiffs: [] as number[] }));
vi.mock(import("#lib/approvals/preview/file-diff.ts"), async (original) => {
  const { fileDiff } = await original();
  const noted = (...texts: Parameters<typeof fileDiff>) => {
    turns.ofDiffs.push(turns.now);
    return fileDiff(...texts);
  };
  return { fileDiff: noted };
});

test("C89: others get a turn between two previews, however many files arrive at the same moment", async () => {
  const arrived = Promise.withResolvers<ToolOutcome>();
  const { world, read, propose } = await previewRig({ reader: { act: () => arrived.promise } });
  for (let cards = 0; cards < 5; cards += 1) {
    const { id } = await propose({ path: "a.txt", content: "new" });
    await previewCall(world.process.gate, { approvalId: id, personId: world.person.id });
  }
  await until(() => read.ran.length === 5, "the readings");
  arrived.resolve(said("old"));
  while (turns.ofDiffs.length < 5) {
    await immediate();
    turns.now += 1;
  }
  expect(new Set(turns.ofDiffs).size).toBe(5);
});
