import { createInterface } from "node:readline";
import { startProgram, type AgentName, type Reach } from "./agents.ts";

type Message = Record<string, unknown>;
/** A question of an MCP server as the agent puts it to its host. */
export type Asked = { message: string; requestedSchema: unknown };
type Answer = { action: "accept" | "decline" | "cancel"; content?: Record<string, unknown> };

type Host = {
  args: string[];
  /** What the host sends at the beginning. */
  begin: (send: (message: Message) => void, place: string) => void;
  /** What it makes of a message; a question is answered by `answer`. */
  hear: (
    message: Message,
    host: { send: (message: Message) => void; answer: (asked: Asked) => Answer; end: () => void },
  ) => void;
};

/** Agents that are hosted by another program, which shows a server's questions: an editor, or an app of one's own. */
const hosts = {
  "claude-code": {
    args: ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
    begin: (send) => {
      send({ type: "control_request", request_id: "begin", request: { subtype: "initialize" } });
      send({ type: "user", message: { role: "user", content: "Go on." }, parent_tool_use_id: null, session_id: "" });
    },
    hear: ({ type, request_id, request }, { send, answer, end }) => {
      if (type === "result") return end();
      const { subtype, message, requested_schema } = (request ?? {}) as Message;
      if (type !== "control_request" || subtype !== "elicitation") return;
      const response = answer({ message: String(message), requestedSchema: requested_schema });
      send({ type: "control_response", response: { subtype: "success", request_id, response } });
    },
  },
  codex: {
    args: ["app-server"],
    begin: (send) => {
      send({ id: 0, method: "initialize", params: { clientInfo: { name: "host", title: "Host", version: "1" } } });
      send({ method: "initialized" });
      send({ id: 1, method: "thread/start", params: {} });
    },
    hear: ({ id, method, result, params }, { send, answer, end }) => {
      const { thread } = (result ?? {}) as { thread?: { id: string } };
      if (id === 1 && thread) {
        const input = [{ type: "text", text: "Go on." }];
        send({ id: 2, method: "turn/start", params: { threadId: thread.id, input } });
      }
      if (method === "turn/completed") return end();
      if (method !== "mcpServer/elicitation/request") return;
      send({ id, result: answer(params as Asked) });
    },
  },
} satisfies Partial<Record<AgentName, Host>>;

export const hosted = Object.keys(hosts) as (keyof typeof hosts)[];

/** Hosts an agent for one turn; `answer` is what its person says to a question. Resolves to all that was asked. */
export async function turnIn(
  name: keyof typeof hosts,
  reach: Reach,
  answer: (asked: Asked) => Answer,
): Promise<Asked[]> {
  const host: Host = hosts[name];
  const { child, ended, kill, place } = await startProgram(name, reach, { args: host.args });
  const asked: Asked[] = [];
  const said: string[] = [];
  const send = (message: Message) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const over = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    if (!line.startsWith("{")) return;
    const heard = JSON.parse(line) as Message;
    const note = (question: Asked) => {
      asked.push(question);
      return answer(question);
    };
    host.hear(heard, { send, answer: note, end: over.resolve });
  });
  host.begin(send, place);
  const early = ended.then(({ code, err }) => {
    throw new Error(`${name} ended with ${code}: ${err} ${said.join("\n")}`);
  });
  early.catch(() => {});
  await Promise.race([over.promise, early]);
  kill();
  return asked;
}
