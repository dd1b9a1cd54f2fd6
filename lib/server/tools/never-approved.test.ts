import { expect, onTestFinished, test, vi } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { ListingWorld } from "#e2e/support/listing.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { toolsProcess } from "#e2e/support/tools-world.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";
import { logger } from "#lib/server/observe/log.ts";
import { warnOfNeverApproved } from "./never-approved.ts";

const tools: Tool[] = [
  fakeTool("read"),
  fakeTool("pay", { who: { kind: "other" } }),
  fakeTool("wire", { who: { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] } }),
  fakeTool("sell", { who: { kind: "quorum", needed: 3, people: [], roles: ["reviewer"] } }),
];

test("row 9: tools that nobody here could approve are named when the app starts", async () => {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const log = logger("warn", (line) => lines.push(line));
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const catalogue = { tools: () => offered, settled: async () => {} };
  const warned = async () => {
    await warnOfNeverApproved({ database, catalogue, log });
    return lines.splice(0).map((line) => (JSON.parse(line) as { tool: string; reason: string }).tool);
  };
  await claimInstance(database, { tokenHash: "hash", person: { id: "kim", name: "Kim" } });
  expect(await warned()).toEqual(["pay", "wire", "sell"]);
  await addPeople(database, [team.ana, team.ben]);
  expect(await warned()).toEqual(["sell"]);
});

test("row 9, G22: they are named, and the first message finds the tools, however late somebody opens the instance", async () => {
  const server = new ListingWorld();
  onTestFinished(() => server.end());
  const entry = {
    ...(await server.entry("stdio", "modern")),
    trusted: true,
    tools: { look: { who: { quorum: 2, roles: ["reviewer"] } } },
  };
  const { database, catalogue, start, close } = await toolsProcess({ server: entry }, { isClaimed: false });
  onTestFinished(close);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const lines: string[] = [];
  const warned = warnOfNeverApproved({ database, catalogue, log: logger("warn", (line) => lines.push(line)) });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  vi.useRealTimers();
  await claimInstance(database, { tokenHash: "hash", person: { id: "kim", name: "Kim" } });
  start();
  await catalogue.settled();
  expect([...catalogue.tools().keys()]).toContain("server__look");
  await warned;
  expect(lines).toEqual([expect.stringContaining('"tool":"look"')]);
});
