import { Command, type Interrupt } from "@langchain/langgraph";
import type { HITLRequest } from "langchain";
import { ask } from "./ask.ts";

type Config = { configurable: { thread_id: string } };
type State = { __interrupt__?: Interrupt<HITLRequest>[] };
type Graph = { invoke: (input: never, config: Config) => Promise<unknown> };

/** Invokes a graph of LangChain: what `humanInTheLoopMiddleware` interrupts for asks Countersign. */
export async function countersigned(graph: Graph, input: unknown, config: Config, name: string, to: To) {
  const decide = async ({ name: tool, args }: HITLRequest["actionRequests"][number]) => {
    const { decision, reason } = await ask({ agent: name, tool, arguments: args }, to);
    return decision === "allow" ? { type: "approve" } : { type: "reject", message: reason };
  };
  for (let next = input; ;) {
    const state = (await graph.invoke(next as never, config)) as State;
    if (!state.__interrupt__?.length) return state;
    const answers = state.__interrupt__.map(async ({ id, value }) => [
      id,
      { decisions: await Promise.all(value?.actionRequests.map(decide) ?? []) },
    ]);
    next = new Command({ resume: Object.fromEntries(await Promise.all(answers)) });
  }
}

type To = { url: string; key: string };
