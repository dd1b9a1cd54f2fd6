import { type Agent, run } from "@openai/agents";
import { ask } from "./ask.ts";

/** Runs an agent of OpenAI Agents JS: each call of its tools with `needsApproval` asks Countersign. */
export async function countersigned(agent: Agent, input: string, name: string, to: { url: string; key: string }) {
  let result = await run(agent, input);
  while (result.interruptions.length > 0) {
    const { interruptions, state } = result;
    const decide = async (item: (typeof interruptions)[number]) => {
      const input: unknown = JSON.parse(item.arguments ?? "");
      const { decision, reason } = await ask({ agent: name, tool: item.name ?? "", arguments: input }, to);
      if (decision === "allow") state.approve(item);
      else state.reject(item, { message: reason });
    };
    await Promise.all(interruptions.map(decide));
    result = await run(agent, state);
  }
  return result;
}
