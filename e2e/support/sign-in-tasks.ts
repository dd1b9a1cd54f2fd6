import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asked } from "./hand-written-server.ts";

/** Tasks of a server that knows who is signed in: each is known to its caller alone. */
export class SignInTasks {
  /** Whose each task is, by its id. */
  readonly owners = new Map<string, string>();
  /** What came about tasks: the method, and who asked. */
  readonly asked: string[] = [];
  isGrown = false;

  /** Answers what is about tasks; false for everything else. */
  async answer(request: IncomingMessage, response: ServerResponse, who: string): Promise<boolean> {
    const method = String(request.headers["mcp-method"]);
    const isCall = method === "tools/call" && request.headers["mcp-name"] === "grow";
    if (!isCall && !method.startsWith("tasks/")) return false;
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { id, params } = JSON.parse(text) as Asked;
    this.asked.push(`${method} ${who}`);
    const said = isCall ? { result: this.#begun(who) } : this.#state(String(params?.["taskId"]), who);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
    return true;
  }

  #begun(who: string): object {
    const taskId = `task-${this.owners.size + 1}`;
    this.owners.set(taskId, who);
    return { resultType: "task", taskId, status: "working", ttlMs: 60_000, pollIntervalMs: 1 };
  }

  #state(taskId: string, who: string): object {
    if (this.owners.get(taskId) !== who) return { error: { code: -32602, message: "There is no such task." } };
    const result = { content: [{ type: "text", text: `Grown for ${who}.` }] };
    const state = this.isGrown ? { status: "completed", result } : { status: "working" };
    return { result: { resultType: "complete", taskId, ...state } };
  }
}
