import { describe, expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { ElicitationRequest, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";

const link: ElicitationRequest = { mode: "url", message: "Sign in.", requestedSchema: null, url: "https://a.example/" };
const first: { [How in "input-required" | "links-first" | "sign-in-first"]: ToolOutcome } = {
  "input-required": { kind: "input-required", requests: { a: link }, requestState: "state" },
  "links-first": { kind: "links-first", requests: { a: link } },
  "sign-in-first": { kind: "sign-in-first", scope: "files:read" },
};

/** A tool whose server asks something when it is called for the first time. */
function asking(how: keyof typeof first, options: Partial<FakeTool> = {}): FakeTool {
  const tool: FakeTool = fakeTool("wipe", {
    ...options,
    act: () => (tool.ran.length === 1 ? first[how] : said("wiped")),
  });
  return tool;
}

const wipe = { calls: [{ name: "wipe", args: { disk: 1 } }] };

const asks = rulesOf("{ then: ask }");

function rulesOf(rule: string): ToolApprovalPolicy {
  const file = parsePolicyFile(`rules: [${rule}]`);
  if ("problems" in file) throw new Error(JSON.stringify(file.problems));
  return file.policy;
}

/** What tightens after the call started: the tool, or the policy. */
const tightenings: [string, Partial<FakeTool>, ToolApprovalPolicy | null][] = [
  ["is set to ask every time", { flag: "always" }, null],
  ["is for somebody else to approve", { flag: "always", who: { kind: "other" } }, null],
  ["is asked about by the policy", {}, asks],
];

/** How often the tool has run once its server's question is answered. */
async function runsAfter(
  world: GateWorld,
  chat: string,
  changed: Partial<FakeTool>,
  policy: ToolApprovalPolicy | null,
) {
  const { gate } = world.process;
  const offered = gate.catalogue.tools() as Map<string, Tool>;
  const tool = offered.get("wipe") as FakeTool;
  Object.assign(tool, changed);
  if (policy !== null) gate.policy = policy;
  const answered = await world.answer(chat, "accept");
  // Its card says what changed first.
  if ("refused" in answered) await world.answer(chat, "accept");
  await world.idle(chat);
  return tool.ran.length;
}

describe.each(["input-required", "links-first", "sign-in-first"] as const)(
  "of a call whose server asked (%s)",
  (how) => {
    test.each(tightenings)(
      "row 25: nobody was asked, and it does not go on once its tool %s",
      async (_, changed, policy) => {
        const world = await gateWorld({ tools: [asking(how, { flag: "never" })] });
        const chat = await world.begin(wipe);
        expect(await runsAfter(world, chat, changed, policy)).toBe(1);
        expect(await world.calls(chat)).toMatchObject([{ state: "unknown" }]);
        expect(world.lastPrompt()).toContain("a person must approve it, which nobody has");
        expect(world.errors).toEqual([]);
      },
    );

    test.each<[string, Partial<FakeTool>, string]>([
      ["is of higher risk", { risk: 5, riskSource: "mcp.json" }, "watched more closely"],
      ["is for somebody else to approve", { who: { kind: "other" } }, "others must approve it"],
    ])("row 25: it was approved, and does not go on once its tool %s", async (_, changed, said) => {
      const world = await gateWorld({ tools: [asking(how, { flag: "always" })] });
      const chat = await world.begin(wipe);
      await world.answer(chat, "accept");
      await until(
        async () => (await world.open(chat)).some(({ kind }) => kind !== "tool-call"),
        "the server's question",
      );
      expect(await runsAfter(world, chat, changed, null)).toBe(1);
      expect(await world.calls(chat)).toMatchObject([{ state: "unknown" }]);
      expect(world.lastPrompt()).toContain(said);
      expect(world.errors).toEqual([]);
    });

    test("row 25: where nothing was tightened it goes on, approved or not, and does not count itself", async () => {
      const asked = await gateWorld({ tools: [asking(how, { flag: "always" })] });
      const approved = await asked.begin(wipe);
      await asked.answer(approved, "accept");
      await until(
        async () => (await asked.open(approved)).some(({ kind }) => kind !== "tool-call"),
        "the server's question",
      );
      expect(await runsAfter(asked, approved, {}, null)).toBe(2);

      const once = rulesOf(`{ then: ask, when: 'calls("day") >= 1' }`);
      const world = await gateWorld({ tools: [asking(how, { flag: "never" })] });
      const chat = await world.begin(wipe);
      expect(await runsAfter(world, chat, {}, once)).toBe(2);
      expect(await world.calls(chat)).toMatchObject([{ state: "done" }]);
    });
  },
);

describe("of a call that was begun and whose server then wants a sign-in", () => {
  async function signInWanted(): Promise<{ world: GateWorld; chat: string; tool: FakeTool }> {
    const tool: FakeTool = fakeTool("wipe", {
      flag: "never",
      act: () => [first["input-required"], first["sign-in-first"]][tool.ran.length - 1] ?? said("wiped"),
    });
    const world = await gateWorld({ tools: [tool] });
    const chat = await world.begin(wipe);
    await world.answer(chat, "accept");
    await until(async () => (await world.open(chat)).some(({ kind }) => kind === "sign-in"), "the sign-in");
    return { world, chat, tool };
  }

  test("M50: after the sign-in the same answers go out again", async () => {
    const { world, chat, tool } = await signInWanted();
    await world.answer(chat, "accept");
    await world.idle(chat);
    expect(tool.ran).toHaveLength(3);
    expect(tool.ran[2]?.resumption).toEqual(tool.ran[1]?.resumption);
    expect(tool.ran[2]?.resumption).toMatchObject({
      requestState: "state",
      inputResponses: { a: { action: "accept" } },
    });
    expect(await world.calls(chat)).toMatchObject([{ state: "done" }]);
  });

  test("M50, I19: without a sign-in nobody says that it did not run", async () => {
    const { world, chat, tool } = await signInWanted();
    await world.answer(chat, "decline");
    await world.idle(chat);
    expect(tool.ran).toHaveLength(2);
    expect(await world.calls(chat)).toMatchObject([{ state: "unknown" }]);
    expect(world.lastPrompt()).toContain("for a sign-in, which nobody did");
  });
});
