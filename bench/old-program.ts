import { mcpRig, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import type { Figure } from "./figure.ts";
import { monotonicMs } from "./monotonic-ms.ts";

const eachMs = 3_000;
const atOnce = 4;

/** Calls at once to a program of the older era: in its one process, and each in a process of its own once it was seen to ask. */
export async function oldProgram(): Promise<Figure[]> {
  const rig = await mcpRig({
    old: { command: "node", args: [serverFile("old-program.ts"), "{}"], era: "legacy" },
  });
  try {
    const calm = await together(rig);
    const answer = async () => ({ action: "accept" as const, content: { colour: "red" } });
    await rig.call("old", "ask", { label: "door" }, { elicit: answer });
    const first = await together(rig);
    const later = await together(rig);
    const name = `${atOnce} calls of ${eachMs / 1_000} s at once to an old program`;
    const target = { atMost: 3_500 };
    return [
      { name, value: calm, unit: "ms", target },
      {
        name: "… once it was seen to ask",
        value: first,
        unit: "ms",
        target,
        note: "with the start of three processes",
      },
      { name: "… the next time", value: later, unit: "ms", target },
    ];
  } finally {
    await rig.close();
  }
}

async function together(rig: McpRig): Promise<number> {
  const since = monotonicMs();
  await Promise.all(Array.from({ length: atOnce }, () => rig.call("old", "wait", { ms: eachMs })));
  return monotonicMs() - since;
}
