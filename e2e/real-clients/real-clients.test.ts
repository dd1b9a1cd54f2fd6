import { expect, onTestFinished, test, vi } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { listening } from "#e2e/support/listening.ts";
import { until } from "#e2e/support/until.ts";
import { agents, startAgent, type AgentName } from "./agents.ts";
import { agentModel } from "./agent-model.ts";
import { hosted, turnIn } from "./asked-in-agent.ts";

/** Agents of npm as people have them, each with a scripted model, against the gateway. */
const names = Object.keys(agents) as AgentName[];

/** What each says of itself, and whether it drops the question where nobody sits before it. */
const declared: Record<AgentName, { era: "modern" | "legacy"; asks: boolean; isDropped?: true }> = {
  "claude-code": { era: "modern", asks: true, isDropped: true },
  codex: { era: "legacy", asks: true, isDropped: true },
  "gemini-cli": { era: "legacy", asks: false },
  opencode: { era: "legacy", asks: false },
  "copilot-cli": { era: "modern", asks: true, isDropped: true },
};

async function worldFor(calls: Parameters<typeof agentModel>[0], clients?: unknown[]) {
  const wipe = fakeTool("wipe", { act: () => said("wiped by countersign") });
  const world = await gatewayWorld({ tools: [wipe], ...(clients === undefined ? {} : { clients }) });
  const countersign = await listening(world);
  const { authorization = "" } = await world.keyWith();
  const model = await agentModel(calls);
  const reach = { model: model.url, countersign, key: authorization.slice("Bearer ".length) };
  return { world, wipe, model, reach };
}

const wiping = { tool: "srv__wipe", arguments: { disk: "a" } };

test.each(names)(
  "S0.33, S0.61: %s lists tools, calls one that asks, and hears its result once a person approves in the inbox",
  async (name) => {
    // The clock stands: an agent that drops the question drops it at once, however busy the machine is.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { world, wipe, model, reach } = await worldFor([wiping]);
    const { ended } = await startAgent(name, reach);
    const early = ended.then((end) => {
      throw new Error(JSON.stringify({ ...end, ...model, offered: [...model.offered] }));
    });
    early.catch(() => {});
    const [asked] = await Promise.race([world.opened(), early]);
    const session = () => world.database.db.selectFrom("client_sessions").selectAll().executeTakeFirstOrThrow();
    const { era, asks, isDropped } = declared[name];
    expect(JSON.parse((await session()).declared_json)).toEqual({ v: 1, era, asks: { form: asks, url: asks } });
    // Nobody sits before it: it closes the question at once, which is nobody's no.
    const isDone = async () => (await session()).not_shown === 1 || (await world.open()).length === 0;
    if (isDropped) await until(isDone, "its user not to be asked");
    expect(wipe.ran).toEqual([]);
    expect(await world.answer(asked, "approve")).toBe(200);
    const { out } = await ended;
    expect(model.heard).toEqual([expect.stringContaining("wiped by countersign")]);
    expect(out).toContain("done");
    expect(wipe.ran).toMatchObject([{ arguments: { disk: "a" } }]);
  },
);

/** Every client, with a limit that is over before anybody answers. */
const hasty = {
  title: "Hasty",
  says: ["*"],
  eras: ["2025-11-25"],
  asks: "none",
  emptyForm: "lost",
  limitSeconds: 2,
  signsIn: [],
  note: "",
};

test.each(names)(
  "S0.49: %s, told that its call waits, comes back for the result, and the call is made once",
  async (name) => {
    const isDone = (heard: readonly string[]) => heard.some((one) => one.includes("wiped by countersign"));
    const idIn = (heard: readonly string[]) => /waits for approval ([\w.-]+)\./.exec(heard[0] ?? "")?.[1];
    const { world, wipe, model, reach } = await worldFor(
      (heard) => {
        if (heard.length === 0) return wiping;
        return isDone(heard) ? undefined : { tool: "approval_result", arguments: { id: idIn(heard) } };
      },
      [hasty],
    );
    const { ended } = await startAgent(name, reach);
    const early = ended.then((end) => {
      throw new Error(JSON.stringify({ ...end, ...model, offered: [...model.offered] }));
    });
    early.catch(() => {});
    const [asked] = await Promise.race([world.opened(), early]);
    await Promise.race([until(() => model.heard.length > 1, "it to come back once"), early]);
    expect(await world.answer(asked, "approve")).toBe(200);
    await ended;
    expect(isDone(model.heard)).toBe(true);
    expect(wipe.ran).toHaveLength(1);
  },
);

test.each(hosted)(
  "S0.28, S0.33: %s asks its own user, whose approve runs the call once, and whose decline runs nothing",
  async (name) => {
    for (const decision of ["decline", "approve"]) {
      const { wipe, model, reach } = await worldFor([wiping]);
      const asked = await turnIn(name, reach, () => ({ action: "accept", content: { decision } }));
      expect(asked).toMatchObject([
        { message: expect.stringContaining('"disk": "a"'), requestedSchema: { required: ["decision"] } },
      ]);
      const isApproved = decision === "approve";
      expect(model.heard).toEqual([expect.stringContaining(isApproved ? "wiped by countersign" : "declined")]);
      expect(wipe.ran).toMatchObject(isApproved ? [{ arguments: { disk: "a" } }] : []);
    }
  },
);
