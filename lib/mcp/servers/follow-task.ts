import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError, ProtocolErrorCode, type Tool as ListedTool } from "@modelcontextprotocol/client";
import { z } from "zod";
import { maskOf } from "#lib/audit/mask.ts";
import type { SourceProblem } from "#lib/gate/contract/sources.ts";
import type { ClearedCall, Resumption, ServerTask, ToolOutcome } from "#lib/gate/contract/tool.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";
import { taskMethods } from "#lib/mcp/transport/tasks-on-the-wire.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { askOn } from "./ask-server.ts";
import type { CallLimits } from "./call-clock.ts";
import { checkedResult } from "./checked-result.ts";
import { errorResult } from "./outcome-of-error.ts";
import { readQuestions } from "./read-questions.ts";
import { readTask, type ReadTask } from "#lib/mcp/transport/read-task.ts";
import { TaskNews } from "./task-news.ts";
import type { ToolServer } from "./tool-server.ts";

type Of = { server: ToolServer; tool: ListedTool; call: ClearedCall; limits: CallLimits };
type Followed = { task: ServerTask; answers: Resumption["inputResponses"] };
/** What asking for a task came to: its server's answer, or an end of the call. */
type Heard = { said: JsonObject; on: Connection } | { end: ToolOutcome };

const mostPollMs = 30_000;
const oneAnswerMs = 30_000;
const cancelMs = 5_000;
/** More questions than any task needs; each is a card before a person. */
const mostQuestions = 100;
const worksOnIt = "Its server works on it as a task.";
const anyResult = z.record(z.string(), z.unknown());
/** With these the server says that it knows no such task, or no tasks at all. */
const lostFor: readonly number[] = [ProtocolErrorCode.InvalidParams, ProtocolErrorCode.MethodNotFound, -32_021];

/**
 * Follows a task that a server made of a cleared call, until it ends, asks a person something, or takes longer than a call
 * may. The call is never sent again. What is known of the task is kept before anything is asked. Rejects when somebody
 * else goes on with the call; else a task that is lost from sight is `unknown`.
 */
export async function followTask(of: Of, { task, answers }: Followed): Promise<ToolOutcome> {
  const { call, limits } = of;
  const { id } = task;
  const spentMs = task.since === null ? 0 : Math.max(0, Date.now() - task.since);
  const endsAt = performance.now() + task.leftMs - spentMs;
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), Math.max(0, Math.min(endsAt - performance.now(), 2_147_483_647)));
  const stop = () => over.abort();
  call.signal.addEventListener("abort", stop, { once: true });
  if (call.signal.aborted) stop();
  let answered = task.answered;
  /** As it is while people are asked. */
  const present = (): ServerTask => {
    return { id, leftMs: Math.max(0, endsAt - performance.now()), since: null, answered };
  };
  const keep = () => call.keepTask({ ...present(), since: Date.now() });
  const ask = (method: string, params: JsonObject) => askUntilHeard(of, { method, params, over: over.signal, present });
  const news = new TaskNews(id, over.signal);
  try {
    await keep();
    call.onProgress({ progress: 0, total: null, message: worksOnIt });
    if (Object.keys(answers).length > 0) {
      const heard = await ask(taskMethods.update, { taskId: id, inputResponses: answers as JsonObject });
      if ("end" in heard) return heard.end;
      answered = [...new Set([...answered, ...Object.keys(answers)])].slice(-mostQuestions);
      await keep();
    }
    for (let pollMs = limits.taskPollMs, shown = worksOnIt, told: ReadTask | null = null; ;) {
      const heard: Heard | null = told === null ? await ask(taskMethods.get, { taskId: id }) : null;
      if (heard !== null && "end" in heard) return heard.end;
      const read = heard === null ? told : readTask(heard.said);
      if (read === null || read.id !== id) return errorResult(unreadable);
      const end = await endOf(of.tool, read, present());
      if (end !== null) {
        if (read.status === "input_required" && end.kind === "result") void cancelTask(of, id);
        return end;
      }
      if (heard !== null) news.listen(heard.on);
      const message = read.message ?? worksOnIt;
      if (message !== shown) call.onProgress({ progress: 0, total: null, message });
      shown = message;
      // Without a wish of the server, less often the longer it takes.
      pollMs = read.pollMs === null ? pollMs * 1.5 : read.pollMs;
      pollMs = Math.max(limits.taskPollMs, Math.min(pollMs, mostPollMs));
      told = await news.next(limits.taskPollMs, news.isHeard ? mostPollMs : pollMs);
    }
  } finally {
    news.close();
    clearTimeout(late);
    call.signal.removeEventListener("abort", stop);
  }
}

const unreadable = "The server said how its task is in a form that MCP does not know. The tool may have run.";

/** What is said of a task is masked whole where it is heard: in `askOn` and `TaskNews`. */
const maskedAlready = maskOf([]);

/** How the call goes on by what its server says of the task; null: it is asked again later. */
async function endOf(tool: ListedTool, { status, message, result, error, inputRequests }: ReadTask, task: ServerTask) {
  switch (status) {
    case "working":
      return null;
    case "completed":
      if (result === null) return errorResult(unreadable);
      return { kind: "result", result: await checkedResult(tool, result, maskedAlready) } as const;
    case "failed": {
      const said = typeof error?.["message"] === "string" ? error["message"] : (message ?? "The task failed.");
      return errorResult(typeof error?.["code"] === "number" ? `${said} (error ${error["code"]})` : said);
    }
    case "cancelled":
      return errorResult(`The server cancelled the task.${message === null ? "" : ` It said: ${message}`}`);
    case "input_required": {
      const asked = Object.entries(inputRequests).filter(([key]) => !task.answered.includes(key));
      // What was answered is still there until the server has looked at it.
      if (asked.length === 0) return null;
      if (task.answered.length + asked.length > mostQuestions)
        return errorResult("The server asked too many questions.");
      const read = readQuestions(Object.fromEntries(asked) as Parameters<typeof readQuestions>[0], maskedAlready);
      if ("problem" in read)
        return errorResult(`The server ${read.problem}, which this client does not offer. The call did not finish.`);
      return { kind: "input-required", requests: read.questions, requestState: null, task } as const;
    }
  }
}

type Question = { method: string; params: JsonObject; over: AbortSignal; present: () => ServerTask };

/** Asks until the server answers, over new connections where one fails, for as long as a server may be silent. */
async function askUntilHeard(of: Of, { method, params, over, present }: Question): Promise<Heard> {
  const { server, tool, call, limits } = of;
  const { title } = server.config;
  const silentSince = performance.now();
  let problem = "";
  for (let pauseMs = limits.taskPollMs; ; pauseMs = Math.min(pauseMs * 2, mostPollMs)) {
    if (over.aborted) return { end: givenUp(of, present(), problem) };
    const place = await server.place({ personId: call.personId, tool: tool.name }, over, () => {}).catch(() => null);
    if (place !== null && "lane" in place) {
      try {
        const signal = AbortSignal.any([over, AbortSignal.timeout(oneAnswerMs)]);
        const said = await askOn(place, {
          title,
          send: (client, how) => client.request({ method, params }, anyResult, how),
          isWanted: over,
          signal,
        });
        return { said, on: place.lane.connection };
      } catch (error) {
        const { cause } = error as SourceProblem;
        const needed = signInNeededIn(cause);
        if (needed !== null) return { end: { kind: "sign-in-first", scope: needed.scope, task: present() } };
        problem = (error as Error).message;
        if (cause instanceof ProtocolError && lostFor.includes(cause.code)) return { end: lost(problem) };
        void server.connections.suspect(place.lane.connection);
      }
    } else if (place !== null) {
      if (place.signIn !== undefined) return { end: { kind: "sign-in-first", ...place.signIn, task: present() } };
      problem = `The server "${title}" cannot be reached. ${place.problem}`;
    }
    if (performance.now() - silentSince > limits.silenceMs) return { end: lost(problem) };
    await delay(pauseMs, undefined, { signal: over }).catch(() => {});
  }
}

function lost(problem: string): ToolOutcome {
  return { kind: "unknown", message: `The server began a task, which is lost from sight. ${problem}`.trim() };
}

/** The call was stopped, is somebody else's, or took too long. Only who stopped it, and its time, end the task. */
function givenUp(of: Of, { id }: ServerTask, problem: string): ToolOutcome {
  const { reason, aborted } = of.call.signal;
  const isLeft = aborted && !(reason instanceof Error && reason.name === "RunStopped");
  if (isLeft) return lost("Somebody else asks for it now.");
  void cancelTask(of, id);
  const why = aborted ? "It was stopped after the call was sent." : "The task did not end within the time of a call.";
  return { kind: "unknown", message: `${why} Its server was asked to cancel the task. ${problem}`.trim() };
}

/** Tells the server that nobody waits for the task. Whether it ends it is the server's to say. */
export async function cancelTask(
  { server, tool, call }: Pick<Of, "server" | "tool"> & { call: Pick<ClearedCall, "personId"> },
  taskId: string,
): Promise<void> {
  const signal = AbortSignal.timeout(cancelMs);
  const place = await server.place({ personId: call.personId, tool: tool.name }, signal, () => {}).catch(() => null);
  if (place === null || "problem" in place) return;
  const request = { method: taskMethods.cancel, params: { taskId } };
  const { title } = server.config;
  // It may have ended meanwhile; nothing depends on the answer.
  await askOn(place, {
    title,
    send: (client, how) => client.request(request, anyResult, how),
    isWanted: signal,
    signal,
  }).catch(() => {});
}
