import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { delegateTool, toolsOfWorker } from "./worker.ts";
import { parseWorkerFile } from "./worker-file.ts";

const good = `agents:
  researcher:
    description: Looks things up.
    instructions: |
      Look things up.
      Change nothing.
    tools: [workspace/read_*, app/list_notes]
  lead:
    description: Splits work.
    instructions: Split it.
    model: openai:small
    agents: [researcher]
`;

test("S2.14: agents come from a file, with their instructions, tools and model", () => {
  expect(parseWorkerFile(good, { models: ["openai:small"] })).toEqual({
    workers: [
      {
        name: "researcher",
        description: "Looks things up.",
        instructions: "Look things up.\nChange nothing.\n",
        model: null,
        tools: ["workspace/read_*", "app/list_notes"],
        agents: [],
      },
      {
        name: "lead",
        description: "Splits work.",
        instructions: "Split it.",
        model: "openai:small",
        tools: [],
        agents: ["researcher"],
      },
    ],
  });
  expect(parseWorkerFile("", { models: [] })).toEqual({ workers: [] });
});

const minimal = "    description: a\n    instructions: b\n";

test.each([
  ["agents: [", /^agents\.yaml, line 1: /],
  ["agents:\n  a:\n    description: x\n", /^agents\.yaml, line \d: agents\.a\.instructions must be a text\.$/],
  [`agents:\n  A:\n${minimal}`, /line \d: agents\.A must be a short name of small letters, digits, - and _\.$/],
  [`agents:\n  a:\n${minimal}    tools: [read]\n`, /line 5: agents\.a\.tools\.0 must be server\/tool/],
  [`agents:\n  a:\n${minimal}    tools: all\n`, /line 5: agents\.a\.tools must be a list/],
  [`agents:\n  a:\n${minimal}    model: gpt\n`, /line 5: agents\.a\.model names "gpt", which MODEL does not offer\.$/],
  [`agents:\n  a:\n${minimal}    agents: [b]\n`, /line 5: agents\.a\.agents names "b", which is no agent here\.$/],
  [`agents:\n  a:\n${minimal}    agents: [constructor]\n`, /names "constructor", which is no agent here\.$/],
  [`agents:\n  a:\n${minimal}    shell: yes\n`, /Unrecognized key/],
  ["- a\n", /line 1: the file /],
  [`agents: ${"[".repeat(50_000)}`, /^agents\.yaml, line 1: /],
  ["agents: {}\n---\nagents: {}\n", /only one document is allowed\.$/],
  ["a: &a [*a]\n", /agents\.yaml, line 1/],
])("a file that is not usable says where and why: %j", (text, problem) => {
  const parsed = parseWorkerFile(text, { models: [] });
  expect("problem" in parsed ? parsed.problem : parsed).toMatch(problem);
});

test("S2.14: agents are at most three deep, whatever the file says", () => {
  const [lead] = (parseWorkerFile(good, { models: ["openai:small"] }) as { workers: [never, never] }).workers.slice(1);
  if (!lead) throw new Error("The file has two agents.");
  const researcher = { ...(lead as object), name: "researcher" } as Parameters<typeof delegateTool>[0];
  const offered = new Map([delegateTool(researcher), fakeTool("read")].map((tool) => [tool.name, tool]));
  expect([...toolsOfWorker(lead, ["lead"], offered).keys()]).toEqual(["delegate_to_researcher"]);
  expect([...toolsOfWorker(lead, ["a", "b", "lead"], offered).keys()]).toEqual([]);
});
